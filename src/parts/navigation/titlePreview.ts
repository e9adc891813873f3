import { useSyncExternalStore } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import { notePainting } from './untilPainted.ts'

interface State {
  /** The component that draws the preview is loaded. */
  isEnabled: boolean
  /** The clicked title while the preview is shown. */
  card: TitleCard | undefined
}

/**
 * State of the instant title preview: the head of a title page, prepared in advance and shown between the click on a card
 * and the page.
 */
function createTitlePreview() {
  let state: State = { isEnabled: false, card: undefined }
  const listeners = new Set<() => void>()
  function update(change: Partial<State>) {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isShown: () => state.card !== undefined,
    enable: () => update({ isEnabled: true }),
    /** Shows the preview if it is enabled. The navigation then waits until it is painted (`untilPainted`). */
    show(card: TitleCard) {
      if (!state.isEnabled) return
      update({ card })
      notePainting()
    },
    hide() {
      if (state.card) update({ card: undefined })
    },
  }
}

/** The preview of this page: there is one window, and so one preview. */
export const titlePreview = createTitlePreview()

export function useTitlePreview(): State {
  return useSyncExternalStore(titlePreview.subscribe, titlePreview.get, titlePreview.get)
}

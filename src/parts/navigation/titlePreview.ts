import { useSyncExternalStore } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import { notePainting } from './untilPainted.ts'

/** The head of a title's page, ready before anybody taps: what a slow phone shows until the page is there. */
interface TitlePreview {
  /** The part that draws it is here. */
  isReady: boolean
  /** The title whose card was tapped; nothing while it is down. */
  card: TitleCard | undefined
}

let curtain: TitlePreview = { isReady: false, card: undefined }
const followers = new Set<() => void>()

export function useTitlePreview(): TitlePreview {
  return useSyncExternalStore(follow, curtainNow, curtainNow)
}

/** From now on it stands ready. */
export function enableTitlePreview(): void {
  change({ ...curtain, isReady: true })
}

/** Shows it at once, where it is ready; what is to be done for the page itself waits for that (`untilShown`). */
export function showTitlePreview(card: TitleCard): void {
  if (!curtain.isReady) return
  change({ ...curtain, card })
  notePainting()
}

/** The page is there, or something else is. */
export function hideTitlePreview(): void {
  if (curtain.card) change({ ...curtain, card: undefined })
}

/** Whether somebody looks at it. */
export function isTitlePreviewShown(): boolean {
  return curtain.card !== undefined
}

function curtainNow(): TitlePreview {
  return curtain
}

function change(next: TitlePreview) {
  curtain = next
  for (const tell of followers) tell()
}

function follow(tell: () => void): () => void {
  followers.add(tell)
  return () => void followers.delete(tell)
}

import { isServerUnreachable } from '#data/network/connectivity.ts'
import { clock } from '#data/platform/clock.ts'
import { isMissingChunk } from '#data/platform/reportError.ts'

/** What a reload needs of the browser. */
export interface Tab {
  notes: () => Pick<Storage, 'getItem' | 'setItem'>
  /** There is a network, and our server at its end: what does not come all the same is not there. */
  isOnline: () => boolean
  reload: () => void
}

const thisTab: Tab = {
  notes: () => window.sessionStorage,
  isOnline: () => navigator.onLine && !isServerUnreachable(),
  reload: () => window.location.reload(),
}

/** The fresh page names parts that are there: if one is missing so soon after it, in ms, another reload would not help. */
const SOON = 60_000
const LAST = 'parde-reloaded-for-a-part'

/**
 * Reloads the page because a part is missing: the fresh page names the parts of the new version. Once for each part, and
 * not soon again for another, or a broken deployment would reload for ever; and not without a network, where the page might
 * not come back. Answers whether it does.
 */
export function reloadFor(error: Error, tab: Tab = thisTab): boolean {
  if (!tab.isOnline()) return false
  try {
    const notes = tab.notes()
    const last = notes.getItem(LAST)
    if (notes.getItem(noteOf(error)) !== null) return false
    if (last !== null && Math.abs(clock.now() - Number(last)) < SOON) return false
    notes.setItem(noteOf(error), '1')
    notes.setItem(LAST, String(clock.now()))
  } catch {
    // Without a place for the note nothing would stop a loop.
    return false
  }
  tab.reload()
  return true
}

/**
 * Follows parts that do not come, whichever way they were wanted. `whenFree` runs the reload when nothing is played or typed. The
 * router would reload by itself, network or not, whatever is on the screen: its own note is written before it looks. To
 * be called once when the page starts.
 */
export function reloadOnMissingChunk(whenSafeToReload: (act: () => void) => void, tab: Tab = thisTab) {
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload?: unknown }
    if (!isMissingChunk(payload)) return
    try {
      tab.notes().setItem(`tanstack_router_reload:${payload.message}`, '1')
    } catch {
      // Nothing can be noted: the router finds the same and stays where it is.
    }
    if (tab.isOnline()) whenSafeToReload(() => void reloadFor(payload, tab))
  })
}

function noteOf(error: Error): string {
  return `parde-missing:${error.message}`
}

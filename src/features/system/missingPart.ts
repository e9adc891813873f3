/** How browsers and the bundler say that a part of the app could not be loaded. */
const SAYINGS = [
  'Failed to fetch dynamically imported module',
  'error loading dynamically imported module',
  'Importing a module script failed',
  'Unable to preload CSS',
]

/** Whether a part of the app did not come: a deployment took the old one away, or there is no network. */
export function isMissingPart(error: unknown): error is Error {
  return error instanceof Error && SAYINGS.some((saying) => error.message.startsWith(saying))
}

/** What a reload needs of the browser. */
export interface Tab {
  notes: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  isOnline: () => boolean
  reload: () => void
}

const thisTab: Tab = {
  notes: () => window.sessionStorage,
  isOnline: () => navigator.onLine,
  reload: () => window.location.reload(),
}

/**
 * Reloads the page because a part is missing: the fresh page names the parts of the new version. Once for each part, or
 * a broken deployment would reload for ever; and not without a network, where the page might not come back. Answers
 * whether it does.
 */
export function reloadFor(error: Error, tab: Tab = thisTab): boolean {
  if (!tab.isOnline()) return false
  try {
    if (tab.notes().getItem(noteOf(error)) !== null) return false
    tab.notes().setItem(noteOf(error), '1')
  } catch {
    // Without a place for the note nothing would stop a loop.
    return false
  }
  tab.reload()
  return true
}

/**
 * The router reloads by itself when a screen is missing, network or not. Without one its note is written beforehand,
 * so that it does not, and taken back when the network returns. To be called once when the page starts.
 */
export function holdReloadsOffline(tab: Tab = thisTab) {
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload?: unknown }
    if (!(payload instanceof Error) || tab.isOnline()) return
    try {
      tab.notes().setItem(noteOf(payload), '1')
      addEventListener('online', () => tab.notes().removeItem(noteOf(payload)), { once: true })
    } catch {
      // Nothing can be noted: the router finds the same and stays where it is.
    }
  })
}

/** The router's own note, so that its reload and ours count as one. */
function noteOf(error: Error): string {
  return `tanstack_router_reload:${error.message}`
}

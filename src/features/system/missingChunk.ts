import { connectionState } from '#data/network/connectivity.ts'
import { clock } from '#data/platform/clock.ts'
import { isMissingChunk } from '#data/platform/reportError.ts'
import { sessionItems } from '#data/platform/webStorage.ts'

/** The browser functions needed to reload. */
export interface ReloadContext {
  storage: Pick<typeof sessionItems, 'get' | 'set'>
  /** The server is reachable, so a chunk that fails to load does not exist. */
  isOnline: () => boolean
  reload: () => void
  /** A navigation to another document has begun. */
  isLeaving: () => boolean
}

/** Chunks that no screen needs: without them something is not measured. */
const DISPENSABLE_CHUNKS = /\/vitals-/

/** A navigation that has not replaced the page after this time was a download or was stopped, in ms. */
const LEAVING_MAX = 10_000

const thisTab: ReloadContext = {
  storage: sessionItems,
  isOnline: () => connectionState(navigator.onLine) === 'online',
  reload: () => window.location.reload(),
  isLeaving: watchLeaving(),
}

/** Minimum time between two reloads, in ms. A new page names existing chunks, so another reload would not help. */
const MIN_RELOAD_INTERVAL = 60_000
const LAST_RELOAD_KEY = 'parde-reloaded-for-a-part'

/**
 * Reloads the page after a missing chunk, because the new page names the chunks of the new version. Reloads once per
 * chunk and not twice within `MIN_RELOAD_INTERVAL`, so that a broken deployment causes no reload loop. Does not reload
 * offline, where the page might not load, and not while the user leaves the page: WebKit cancels imports then, and a
 * reload would replace the navigation. Returns whether it reloads.
 */
export function reloadOnce(error: Error, tab: ReloadContext = thisTab): boolean {
  const { storage } = tab
  if (!tab.isOnline() || tab.isLeaving() || storage.get(reloadKey(error)) !== null) return false
  const last = storage.get(LAST_RELOAD_KEY)
  if (last !== null && Math.abs(clock.now() - Number(last)) < MIN_RELOAD_INTERVAL) return false
  // Without storage, nothing would prevent a reload loop.
  if (!storage.set(reloadKey(error), '1') || !storage.set(LAST_RELOAD_KEY, String(clock.now()))) return false
  tab.reload()
  return true
}

/**
 * Reloads the page when a chunk is missing. Call once at startup. `whenSafeToReload` delays the reload during playback
 * and typing. Sets the router's own marker first, because the router would reload at once, even offline.
 */
export function reloadOnMissingChunk(whenSafeToReload: (act: () => void) => void, tab: ReloadContext = thisTab) {
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload?: unknown }
    if (!isMissingChunk(payload) || DISPENSABLE_CHUNKS.test(payload.message)) return
    // Without storage the router does not reload either.
    tab.storage.set(`tanstack_router_reload:${payload.message}`, '1')
    if (tab.isOnline()) whenSafeToReload(() => void reloadOnce(payload, tab))
  })
}

/** Watches for navigations to other documents. Returns whether one is under way. */
function watchLeaving(): () => boolean {
  let since = Number.NEGATIVE_INFINITY
  globalThis.addEventListener?.('beforeunload', () => {
    since = performance.now()
  })
  return () => performance.now() - since < LEAVING_MAX
}

function reloadKey(error: Error) {
  return `parde-missing:${error.message}` as const
}

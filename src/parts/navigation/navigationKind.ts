import type { AnyRouter } from '@tanstack/react-router'

/** The page itself was loaded anew, or gone back to: browsers and the router bring its place on the screen back. */
let isBack = typeof performance !== 'undefined' && performance.getEntriesByType?.('navigation').some(isAgain) === true

function isAgain(entry: PerformanceEntry): boolean {
  return 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward')
}

/** The places of the history that were stood at. */
const known = new Set<string>()

/**
 * Notes of each way through the app whether it leads back to where one was. Not by listening to the history itself: as soon as somebody
 * does, the router leaves the redirects of the first load to a screen that does not stand yet.
 */
export function trackNavigationKind(router: Pick<AnyRouter, 'subscribe'>): void {
  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation: { state } }) => {
    const key = state.__TSR_key ?? ''
    const from = fromLocation?.state.__TSR_index ?? state.__TSR_index
    // What puts an address right takes the place of the one before, and is no way. What stood before a reload is known by its place.
    if (from !== state.__TSR_index) isBack = known.has(key) || state.__TSR_index < from
    known.add(key)
  })
}

/**
 * Whether this screen was come back to, or its address names a place on it: it must stand whole at once, so that the place can be
 * found.
 */
export function isRestoringScreen(): boolean {
  return isBack || (typeof location !== 'undefined' && location.hash !== '')
}

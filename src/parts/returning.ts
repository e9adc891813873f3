import type { RouterHistory } from '@tanstack/react-router'

/** The page itself was loaded anew, or gone back to: browsers and the router bring its place on the screen back. */
let isBack = typeof performance !== 'undefined' && performance.getEntriesByType?.('navigation').some(isAgain) === true

function isAgain(entry: PerformanceEntry): boolean {
  return 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward')
}

/** Notes of each way through the app whether it goes on or back. */
export function followWays(history: RouterHistory): void {
  history.subscribe(({ action: { type } }) => {
    // What puts an address right is no way.
    if (type !== 'REPLACE') isBack = type !== 'PUSH'
  })
}

/**
 * Whether this screen was come back to, or its address names a place on it: it must stand whole at once, so that the place can be
 * found.
 */
export function isReturning(): boolean {
  return isBack || (typeof location !== 'undefined' && location.hash !== '')
}

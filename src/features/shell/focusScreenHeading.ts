import type { AnyRouter } from '@tanstack/react-router'

/**
 * Moves the focus to the new screen's heading after a navigation, so that screen readers continue there. A change of
 * the query alone (a filter, a page) keeps the focus unless its element is gone. Returns a function that stops it.
 */
export function focusScreenHeading(router: AnyRouter): () => void {
  return router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation) return
    // A changed anchor on the same path is no new screen.
    if (fromLocation.hash !== toLocation.hash && fromLocation.pathname === toLocation.pathname) return
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!pathChanged && !isLost) return
    // Skips the heading of a background screen.
    const heading = [...document.querySelectorAll<HTMLElement>('main h1')].find(
      (one) => !one.closest('[aria-hidden="true"]'),
    )
    const start = heading ?? document.querySelector<HTMLElement>('main')
    start?.focus({ preventScroll: true })
  })
}

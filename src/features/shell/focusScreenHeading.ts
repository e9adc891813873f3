import type { AnyRouter } from '@tanstack/react-router'

/**
 * Moves the focus to the heading of the screen one has come to, so that reading goes on there. A change of the address's
 * query (a filter, a page) leaves it where it is, unless what had it is gone. Answers how to stop.
 */
export function focusScreenHeading(router: AnyRouter): () => void {
  return router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation) return
    // A mark that comes to an address or goes from it leads to no other screen.
    if (fromLocation.hash !== toLocation.hash && fromLocation.pathname === toLocation.pathname) return
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!pathChanged && !isLost) return
    // Not that of a screen which is kept behind this one.
    const heading = [...document.querySelectorAll<HTMLElement>('main h1')].find(
      (one) => !one.closest('[aria-hidden="true"]'),
    )
    const start = heading ?? document.querySelector<HTMLElement>('main')
    start?.focus({ preventScroll: true })
  })
}

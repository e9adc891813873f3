import type { AnyRouter } from '@tanstack/react-router'

/**
 * Moves the focus to the heading of the screen one has come to, so that reading goes on there. A change of the address's
 * query (a filter, a page) leaves it where it is, unless what had it is gone. Answers how to stop.
 */
export function followNavigation(router: AnyRouter): () => void {
  return router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation) return
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!pathChanged && !isLost) return
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    heading?.focus({ preventScroll: true })
  })
}

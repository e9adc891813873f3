import type { AnyRouter } from '@tanstack/react-router'

/** Tells restored screens from new ones: back, forward, reload and links with an anchor. One per router. */
export interface NavigationKind {
  /** Starts to observe a router. Call before its first load. */
  observe: (router: Pick<AnyRouter, 'subscribe'>) => void
  /**
   * Whether the current navigation returns to a known history entry or its address has an anchor. Such a screen must
   * render completely at once, so that the scroll position exists.
   */
  isRestoring: () => boolean
}

export function createNavigationKind(): NavigationKind {
  let isBack =
    typeof performance !== 'undefined' && performance.getEntriesByType?.('navigation').some(isReloadOrBack) === true
  const visited = new Set<string>()
  return {
    // Not a subscription to the history itself: with one, the router hands the redirects of the first load to a screen
    // that is not rendered yet.
    observe(router) {
      router.subscribe('onBeforeLoad', ({ fromLocation, toLocation: { state } }) => {
        const key = state.__TSR_key ?? ''
        const from = fromLocation?.state.__TSR_index ?? state.__TSR_index
        // A replaced address keeps its index and is no navigation. Entries from before a reload have a lower index.
        if (from !== state.__TSR_index) isBack = visited.has(key) || state.__TSR_index < from
        visited.add(key)
      })
    },
    isRestoring: () => isBack || (typeof location !== 'undefined' && location.hash !== ''),
  }
}

function isReloadOrBack(entry: PerformanceEntry): boolean {
  return 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward')
}

import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { readPlainSearch, writePlainSearch } from '#app/plainSearch.ts'
import { syncNow } from '#app/startSync.ts'
import { PendingScreen } from '#features/shell/PendingScreen.tsx'
import { ErrorScreen } from '#features/system/ErrorScreen.tsx'
import { NotFoundScreen } from '#features/system/NotFoundScreen.tsx'
import { createNavigationKind } from './parts/navigation/navigationKind.ts'
import { routeTree } from './routeTree.gen.ts'
import { isDataSaverOn } from './ui/browser/dataSaver.ts'

/**
 * Persistence has its own clocks, so routes hold nothing: the query cache decides what is fresh. Whoever spares data
 * fetches nothing ahead, whatever a finger rests on. `own`: what the server needs otherwise.
 */
export function createAppRouter(
  queryClient: QueryClient,
  own: { history?: RouterHistory; scrollRestoration?: boolean } = {},
) {
  const navigationKind = createNavigationKind()
  const router = createRouter({
    routeTree,
    context: { queryClient, syncNow, isRestoring: navigationKind.isRestoring },
    defaultPreload: 'intent',
    defaultPreloadDelay: 50,
    // What a finger's first touch has fetched is not fetched again when it is lifted.
    defaultPreloadStaleTime: 1_000,
    scrollRestoration: true,
    // Until then the screen one comes from stays, under the line that tells that the next one is on its way.
    defaultPendingMs: 2_500,
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    parseSearch: readPlainSearch,
    stringifySearch: writePlainSearch,
    ...own,
  })
  navigationKind.observe(router)
  const { preloadRoute } = router
  // Asked when it would be done: links that stand already know only what held when they were drawn.
  router.preloadRoute = async (options) => (isDataSaverOn() ? undefined : preloadRoute(options))
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** A personal screen that has words of its own for a person who left while it stood. */
    guestsToo?: boolean
  }
}

import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { readPlainSearch, writePlainSearch } from '#app/plainSearch.ts'
import { PendingScreen } from '#features/shell/PendingScreen.tsx'
import { ErrorScreen } from '#features/system/ErrorScreen.tsx'
import { NotFoundScreen } from '#features/system/NotFoundScreen.tsx'
import { createNavigationKind } from './parts/navigation/navigationKind.ts'
import { routeTree } from './routeTree.gen.ts'
import { isDataSaverOn } from './ui/browser/dataSaver.ts'

/**
 * Routes cache nothing: the query client decides what is fresh. The data saver disables prefetching. `own`:
 * options that the server needs.
 */
export function createAppRouter(
  app: { queryClient: QueryClient; syncNow: () => Promise<void> },
  own: { history?: RouterHistory; scrollRestoration?: boolean } = {},
) {
  const navigationKind = createNavigationKind()
  const router = createRouter({
    routeTree,
    context: { ...app, isRestoring: navigationKind.isRestoring },
    defaultPreload: 'intent',
    defaultPreloadDelay: 50,
    // A touch prefetches; the click right after it must not fetch again.
    defaultPreloadStaleTime: 1_000,
    scrollRestoration: true,
    // Until then the previous screen stays, with the progress bar.
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
  // Checked per call: mounted links know only the setting from when they rendered.
  router.preloadRoute = async (options) => (isDataSaverOn() ? undefined : preloadRoute(options))
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The screen has its own message for a user who signs out while it is open. */
    guestsToo?: boolean
  }
}

import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { readPlainSearch, writePlainSearch } from '#app/plainSearch.ts'
import { syncNow } from '#app/startSync.ts'
import { PendingScreen } from '#features/shell/PendingScreen.tsx'
import { ErrorScreen } from '#features/system/ErrorScreen.tsx'
import { NotFoundScreen } from '#features/system/NotFoundScreen.tsx'
import { routeTree } from './routeTree.gen.ts'

/**
 * Persistence has its own clocks, so routes hold nothing: the query cache decides what is fresh. `own`: what the server
 * needs otherwise.
 */
export function createAppRouter(
  queryClient: QueryClient,
  own: { history?: RouterHistory; scrollRestoration?: boolean } = {},
) {
  return createRouter({
    routeTree,
    context: { queryClient, syncNow },
    defaultPreload: 'intent',
    defaultPreloadDelay: 50,
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    parseSearch: readPlainSearch,
    stringifySearch: writePlainSearch,
    ...own,
  })
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

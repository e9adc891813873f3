import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { SearchMenu } from '#features/search/SearchMenu.tsx'
import { Shell } from '#features/shell/Shell.tsx'
import { SyncButton } from '#features/sync/SyncButton.tsx'

interface Context {
  queryClient: QueryClient
  /** Sends and fetches everything now. */
  syncNow: () => Promise<void>
}

export const Route = createRootRouteWithContext<Context>()({ component: Root })

function Root() {
  const { syncNow } = Route.useRouteContext()
  return (
    <Shell search={<SearchMenu />} sync={<SyncButton syncNow={syncNow} />}>
      <Outlet />
    </Shell>
  )
}

import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { SearchMenu } from '#features/search/SearchMenu.tsx'
import { Shell } from '#features/shell/Shell.tsx'
import { SyncButton } from '#features/sync/SyncButton.tsx'

/** Comes with the sheet it stands in. */
const DownloadsShelf = lazy(async () => ({
  default: (await import('#features/downloads/DownloadsShelf.tsx')).DownloadsShelf,
}))
const downloads = (onLeave: () => void) => (
  <Suspense>
    <DownloadsShelf moving onLeave={onLeave} />
  </Suspense>
)

interface Context {
  queryClient: QueryClient
  /** Sends and fetches everything now. */
  syncNow: () => Promise<void>
}

export const Route = createRootRouteWithContext<Context>()({ component: Root })

function Root() {
  const { syncNow } = Route.useRouteContext()
  return (
    <Shell search={<SearchMenu />} sync={<SyncButton syncNow={syncNow} downloads={downloads} />}>
      <Outlet />
    </Shell>
  )
}

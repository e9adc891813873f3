import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { SearchMenu } from '#features/search/SearchMenu.tsx'
import { Shell } from '#features/shell/Shell.tsx'
import { SyncButton } from '#features/sync/SyncButton.tsx'
import { NotFoundScreen } from '#features/system/NotFoundScreen.tsx'
import { TitlePreview } from '#features/titles/head/TitlePreview.tsx'

/** Loaded with the sync sheet that contains them. */
const DownloadsSummary = lazy(async () => ({
  default: (await import('#features/downloads/DownloadsSummary.tsx')).DownloadsSummary,
}))
const PackSection = lazy(async () => ({
  default: (await import('#features/pack/PackSection.tsx')).PackSection,
}))
const downloads = (onLeave: () => void) => (
  <Suspense>
    <PackSection />
    <DownloadsSummary moving onLeave={onLeave} />
  </Suspense>
)

interface Context {
  queryClient: QueryClient
  /** Sends and fetches everything now. */
  syncNow: () => Promise<void>
  /** Whether the current navigation restores a screen (`navigationKind.ts`). */
  isRestoring: () => boolean
}

export const Route = createRootRouteWithContext<Context>()({
  component: Root,
  // Shown when a screen finds no record and its route has no screen of its own for that.
  notFoundComponent: NotFoundScreen,
})

// Created once, so that a navigation does not re-render them.
const search = <SearchMenu />
const titlePreview = <TitlePreview />
const screen = <Outlet />

function Root() {
  const { syncNow } = Route.useRouteContext()
  const sync = useMemo(() => <SyncButton syncNow={syncNow} downloads={downloads} />, [syncNow])
  return (
    <Shell search={search} sync={sync} titlePreview={titlePreview}>
      {screen}
    </Shell>
  )
}

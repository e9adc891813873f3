import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router'
import { HomeScreen } from '#features/home/HomeScreen.tsx'
import { BackgroundScreen } from '#features/shell/BackgroundScreen.tsx'
import { untilPainted } from '#parts/navigation/untilPainted.ts'

/** The home page and, in front of it, title pages. */
export const Route = createFileRoute('/_home')({
  // In the initial chunk, like the home page.
  codeSplitGroupings: [],
  // Waits until the background screen or the title preview is painted.
  beforeLoad: ({ preload }) => (preload ? undefined : untilPainted()),
  component: Front,
})

function Front() {
  const search = useMatch({
    from: '/_home/',
    shouldThrow: false,
    select: ({ status, loaderDeps }) => (status === 'success' ? loaderDeps : undefined),
  })
  return (
    <BackgroundScreen home={search && <HomeScreen search={search} />}>
      <Outlet />
    </BackgroundScreen>
  )
}

import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router'
import { HomeScreen } from '#features/home/HomeScreen.tsx'
import { BackgroundScreen, untilPainted } from '#features/shell/BackgroundScreen.tsx'

/** The home, and titles in front of it. */
export const Route = createFileRoute('/_home')({
  // With the home, the first screen of most.
  codeSplitGroupings: [],
  // What stood ready is seen before anything else is done for it.
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

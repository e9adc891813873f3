import { createFileRoute, notFound } from '@tanstack/react-router'
import { readId } from '#contract/shapes.ts'
import { ScreenshotsScreen } from '#features/screenshots/ScreenshotsScreen.tsx'
import { readShotAddress } from '#features/screenshots/shots.ts'
import { startScreenshots } from '#features/screenshots/startScreenshots.ts'
import { NotFoundScreen } from '#features/system/NotFoundScreen.tsx'

export const Route = createFileRoute('/_member/screenshots/$id')({
  validateSearch: readShotAddress,
  loader({ context, params }) {
    const id = readId(params.id)
    if (id === undefined) throw notFound()
    return startScreenshots(context.queryClient, id)
  },
  component: Screenshots,
  notFoundComponent: NotFoundScreen,
})

function Screenshots() {
  const { id, card } = Route.useLoaderData()
  return <ScreenshotsScreen key={id} id={id} shot={Route.useSearch().shot} card={card} />
}

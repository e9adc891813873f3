import { createFileRoute, notFound } from '@tanstack/react-router'
import { readWatchId } from '#features/player/address.ts'
import { startWatch } from '#features/player/startWatch.ts'
import { WatchScreen } from '#features/player/WatchScreen.tsx'
import { NotFoundScreen } from '#features/system/NotFoundScreen.tsx'

export const Route = createFileRoute('/watch/$imdb/$id')({
  loader({ context, params }) {
    const id = readWatchId(params.id)
    if (id === undefined) throw notFound()
    return startWatch(context.queryClient, params.imdb, id)
  },
  component: Watching,
  notFoundComponent: NotFoundScreen,
})

function Watching() {
  const { id, caller } = Route.useLoaderData()
  return <WatchScreen imdb={Route.useParams().imdb} id={id} caller={caller} />
}

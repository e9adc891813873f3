import { createFileRoute, notFound } from '@tanstack/react-router'
import { readWatchAddress, readWatchId } from '#features/player/address.ts'
import { startWatch } from '#features/player/startWatch.ts'
import { WatchScreen } from '#features/player/WatchScreen.tsx'
import { NotFoundScreen } from '#features/system/NotFoundScreen.tsx'

export const Route = createFileRoute('/watch/$imdb/$id')({
  validateSearch: readWatchAddress,
  loaderDeps: ({ search }) => ({ dub: search.dub }),
  loader({ context, params, deps }) {
    const id = readWatchId(params.id)
    if (id === undefined) throw notFound()
    return startWatch(context.queryClient, params.imdb, id, deps.dub)
  },
  component: Watching,
  notFoundComponent: NotFoundScreen,
})

function Watching() {
  const { id, caller } = Route.useLoaderData()
  return <WatchScreen imdb={Route.useParams().imdb} id={id} dub={Route.useLoaderDeps().dub} caller={caller} />
}

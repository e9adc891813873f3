import { createFileRoute } from '@tanstack/react-router'
import { startTrailer } from '#features/player/startWatch.ts'
import { TrailerScreen } from '#features/player/TrailerScreen.tsx'

export const Route = createFileRoute('/watch/trailer/$imdb')({
  loader: ({ context, params }) => startTrailer(context.queryClient, params.imdb),
  component: Trailer,
})

function Trailer() {
  return <TrailerScreen imdb={Route.useParams().imdb} />
}

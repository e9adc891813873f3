import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundScreen } from '#features/system/NotFoundScreen.tsx'
import { readTitleAddress, readTitleId } from '#features/titles/address.ts'
import { startTitle } from '#features/titles/startTitle.ts'
import { TitleScreen } from '#features/titles/TitleScreen.tsx'

export const Route = createFileRoute('/titles/$id/$slug')({
  validateSearch: readTitleAddress,
  loaderDeps: ({ search }) => ({ dub: search.dub === 1 }),
  loader({ context, params, deps, preload }) {
    const id = readTitleId(params.id)
    if (id === undefined) throw notFound()
    return startTitle(context.queryClient, id, { dub: deps.dub, ahead: preload })
  },
  component: Title,
  notFoundComponent: NotFoundScreen,
})

function Title() {
  const { id, card } = Route.useLoaderData()
  return <TitleScreen id={id} slug={Route.useParams().slug} dub={Route.useLoaderDeps().dub} card={card} />
}

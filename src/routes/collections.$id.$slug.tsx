import { createFileRoute, notFound } from '@tanstack/react-router'
import { readId } from '#contract/shapes.ts'
import { readCollectionView, writeCollectionView } from '#features/collections/address.ts'
import { CollectionScreen } from '#features/collections/CollectionScreen.tsx'
import { startCollection } from '#features/collections/startCollection.ts'
import { NotFoundScreen } from '#features/system/NotFoundScreen.tsx'

export const Route = createFileRoute('/collections/$id/$slug')({
  validateSearch: (raw) => writeCollectionView(readCollectionView(raw)),
  loaderDeps: ({ search }) => readCollectionView(search),
  loader({ context, params, deps }) {
    const id = readId(params.id)
    if (id === undefined) throw notFound()
    return startCollection(context.queryClient, id, deps)
  },
  component: Collection,
  notFoundComponent: NotFoundScreen,
})

function Collection() {
  const { id, card } = Route.useLoaderData()
  return <CollectionScreen key={id} id={id} slug={Route.useParams().slug} search={Route.useLoaderDeps()} card={card} />
}

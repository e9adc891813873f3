import { createFileRoute, notFound } from '@tanstack/react-router'
import { canonicalBrowseAddress, readBrowseSearch } from '#features/home/browseSearch.ts'
import { GenreScreen } from '#features/home/GenreScreen.tsx'
import { startBrowse } from '#features/home/startBrowse.ts'
import { NotFoundScreen } from '#features/system/NotFoundScreen.tsx'

export const Route = createFileRoute('/genres/$id/$slug')({
  validateSearch: canonicalBrowseAddress,
  loaderDeps: ({ search }) => readBrowseSearch({ ...search, q: '' }),
  async loader({ context, deps, params }) {
    const { genre } = readBrowseSearch({ genre: params.id })
    if (genre === undefined) throw notFound()
    await startBrowse(context.queryClient, { ...deps, genre }, { fixed: 'genre' })
    return { genre }
  },
  component: Genre,
  notFoundComponent: NotFoundScreen,
})

function Genre() {
  const { genre } = Route.useLoaderData()
  const { slug } = Route.useParams()
  return <GenreScreen id={genre} slug={slug} search={{ ...Route.useLoaderDeps(), genre }} />
}

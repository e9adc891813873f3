import { createFileRoute } from '@tanstack/react-router'
import { canonicalBrowseAddress, readBrowseSearch } from '#features/home/browseSearch.ts'
import { SeriesScreen } from '#features/home/SeriesScreen.tsx'
import { startBrowse } from '#features/home/startBrowse.ts'

export const Route = createFileRoute('/tv')({
  validateSearch: canonicalBrowseAddress,
  loaderDeps: ({ search }) => readBrowseSearch({ ...search, q: '', type: 'series' }),
  loader: ({ context, deps }) => startBrowse(context.queryClient, deps, { slides: 'series' }),
  component: Series,
})

function Series() {
  return <SeriesScreen search={Route.useLoaderDeps()} />
}

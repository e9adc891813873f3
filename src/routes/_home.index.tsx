import { createFileRoute } from '@tanstack/react-router'
import { canonicalBrowseAddress, readBrowseSearch } from '#features/home/browseSearch.ts'
import { startBrowse } from '#features/home/startBrowse.ts'

/** The home page. The layout route renders it, because it stays mounted behind a title. */
export const Route = createFileRoute('/_home/')({
  // The most common first screen: a separate chunk would delay hydration by another request.
  codeSplitGroupings: [],
  validateSearch: canonicalBrowseAddress,
  loaderDeps: ({ search }) => readBrowseSearch(search),
  loader: ({ context, deps }) => startBrowse(context.queryClient, deps, { slides: 'all' }),
  component: () => null,
})

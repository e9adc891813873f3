import { createFileRoute } from '@tanstack/react-router'
import { readBrowseSearch, settleBrowseAddress } from '#features/home/browseSearch.ts'
import { startBrowse } from '#features/home/startBrowse.ts'

/** The home; the stage draws it, since it outlives this route. */
export const Route = createFileRoute('/_home/')({
  // The first screen of most: a part of its own would be one more way to the server before it lives.
  codeSplitGroupings: [],
  validateSearch: settleBrowseAddress,
  loaderDeps: ({ search }) => readBrowseSearch(search),
  loader: ({ context, deps }) => startBrowse(context.queryClient, deps, 'all'),
  component: () => null,
})

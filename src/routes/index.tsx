import { createFileRoute } from '@tanstack/react-router'
import { readBrowseSearch, settleBrowseAddress } from '#features/home/browseSearch.ts'
import { HomeScreen } from '#features/home/HomeScreen.tsx'
import { startBrowse } from '#features/home/startBrowse.ts'

export const Route = createFileRoute('/')({
  // The first screen of most: a part of its own would be one more way to the server before it lives.
  codeSplitGroupings: [],
  validateSearch: settleBrowseAddress,
  loaderDeps: ({ search }) => readBrowseSearch(search),
  loader: ({ context, deps }) => startBrowse(context.queryClient, deps, 'all'),
  component: Home,
})

function Home() {
  return <HomeScreen search={Route.useLoaderDeps()} />
}

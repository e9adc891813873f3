import { createFileRoute } from '@tanstack/react-router'
import { comingSoon } from '#data/areas/titles.ts'
import { startRead } from '#data/react/readHooks.ts'
import { readComingSearch, writeComingSearch } from '#features/comingsoon/address.ts'
import { ComingSoonScreen } from '#features/comingsoon/ComingSoonScreen.tsx'

export const Route = createFileRoute('/comingsoon')({
  validateSearch: (raw) => writeComingSearch(readComingSearch(raw)),
  loaderDeps: ({ search }) => readComingSearch(search),
  loader: ({ context, deps }) => startRead(context.queryClient, comingSoon(deps)),
  component: ComingSoon,
})

function ComingSoon() {
  return <ComingSoonScreen search={Route.useLoaderDeps()} />
}

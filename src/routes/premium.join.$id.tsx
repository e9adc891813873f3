import { createFileRoute, notFound } from '@tanstack/react-router'
import { readId } from '#contract/shapes.ts'
import { plan } from '#data/areas/premium.ts'
import { startRead } from '#data/react/readHooks.ts'
import { readJoinSearch } from '#features/premium/address.ts'
import { JoinScreen } from '#features/premium/checkout/JoinScreen.tsx'
import { NotFoundScreen } from '#features/system/NotFoundScreen.tsx'

export const Route = createFileRoute('/premium/join/$id')({
  validateSearch: readJoinSearch,
  async loader({ context, params }) {
    const id = readId(params.id)
    if (id === undefined) throw notFound()
    await startRead(context.queryClient, plan(id))
    return id
  },
  component: Join,
  notFoundComponent: NotFoundScreen,
})

function Join() {
  const id = Route.useLoaderData()
  return <JoinScreen key={id} id={id} came={Route.useSearch().payment} />
}

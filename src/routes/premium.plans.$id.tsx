import { createFileRoute, notFound } from '@tanstack/react-router'
import { readId } from '#contract/shapes.ts'
import { plan } from '#data/areas/premium.ts'
import { startRead } from '#data/react/readHooks.ts'
import { PlanScreen } from '#features/premium/plans/PlanScreen.tsx'
import { NotFoundScreen } from '#features/system/NotFoundScreen.tsx'

export const Route = createFileRoute('/premium/plans/$id')({
  async loader({ context, params }) {
    const id = readId(params.id)
    if (id === undefined) throw notFound()
    await startRead(context.queryClient, plan(id))
    return id
  },
  component: PlanPage,
  notFoundComponent: NotFoundScreen,
})

function PlanPage() {
  const id = Route.useLoaderData()
  return <PlanScreen key={id} id={id} />
}

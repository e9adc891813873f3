import { createFileRoute, notFound } from '@tanstack/react-router'
import { readId } from '#contract/shapes.ts'
import { readRole, readWorksView, writeWorksView } from '#features/people/address.ts'
import { PersonScreen } from '#features/people/PersonScreen.tsx'
import { startPerson } from '#features/people/startPerson.ts'
import { NotFoundScreen } from '#features/system/NotFoundScreen.tsx'

export const Route = createFileRoute('/people/$role/$id/$slug')({
  validateSearch: (raw) => writeWorksView(readWorksView(raw)),
  loaderDeps: ({ search }) => readWorksView(search),
  loader({ context, params, deps }) {
    const id = readId(params.id)
    if (id === undefined) throw notFound()
    return startPerson(context.queryClient, id, { ...deps, role: readRole(params.role) })
  },
  component: Person,
  notFoundComponent: NotFoundScreen,
})

function Person() {
  const { id, card } = Route.useLoaderData()
  const { role, slug } = Route.useParams()
  return <PersonScreen key={id} id={id} role={role} slug={slug} search={Route.useLoaderDeps()} card={card} />
}

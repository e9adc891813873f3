import { createFileRoute } from '@tanstack/react-router'
import { requireGuest } from '#features/account/guard.ts'
import { LoginScreen } from '#features/account/LoginScreen.tsx'
import { readReturnSearch } from '#features/account/returnPath.ts'

export const Route = createFileRoute('/auth/login')({
  validateSearch: readReturnSearch,
  beforeLoad: async ({ search }) => ({ expired: await requireGuest(search.redirect) }),
  component: Login,
})

function Login() {
  return <LoginScreen redirect={Route.useSearch().redirect} expired={Route.useRouteContext().expired} />
}

import { createFileRoute } from '@tanstack/react-router'
import { requireGuest } from '#features/account/signIn/guard.ts'
import { LoginScreen } from '#features/account/signIn/LoginScreen.tsx'
import { readReturnSearch } from '#features/account/signIn/returnPath.ts'

export const Route = createFileRoute('/auth/login')({
  validateSearch: readReturnSearch,
  beforeLoad: async ({ search }) => ({ expired: await requireGuest(search.redirect) }),
  component: Login,
})

function Login() {
  return <LoginScreen redirect={Route.useSearch().redirect} expired={Route.useRouteContext().expired} />
}

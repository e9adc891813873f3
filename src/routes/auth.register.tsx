import { createFileRoute } from '@tanstack/react-router'
import { requireGuest } from '#features/account/signIn/guard.ts'
import { RegisterScreen } from '#features/account/signIn/RegisterScreen.tsx'
import { readReturnSearch } from '#features/account/signIn/returnPath.ts'

export const Route = createFileRoute('/auth/register')({
  validateSearch: readReturnSearch,
  beforeLoad: async ({ search }) => {
    await requireGuest(search.redirect)
  },
  component: Register,
})

function Register() {
  return <RegisterScreen redirect={Route.useSearch().redirect} />
}

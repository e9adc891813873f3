import { createFileRoute } from '@tanstack/react-router'
import { requireGuest } from '#features/account/guard.ts'
import { RegisterScreen } from '#features/account/RegisterScreen.tsx'
import { readReturnSearch } from '#features/account/returnPath.ts'

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

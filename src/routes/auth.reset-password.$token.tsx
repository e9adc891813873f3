import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordScreen } from '#features/account/password/ResetPasswordScreen.tsx'

export const Route = createFileRoute('/auth/reset-password/$token')({
  // The address of the account, from the link in the e-mail.
  validateSearch: ({ email }: Record<string, unknown>): { email?: string | undefined } => ({
    email: typeof email === 'string' && email !== '' ? email : undefined,
  }),
  component: ResetPassword,
})

function ResetPassword() {
  return <ResetPasswordScreen token={Route.useParams().token} email={Route.useSearch().email} />
}

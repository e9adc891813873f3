import { createFileRoute } from '@tanstack/react-router'
import { ConfirmEmailScreen } from '#features/account/profile/ConfirmEmailScreen.tsx'

export const Route = createFileRoute('/auth/confirm-email/$token')({ component: ConfirmEmail })

function ConfirmEmail() {
  return <ConfirmEmailScreen token={Route.useParams().token} />
}

import { createFileRoute } from '@tanstack/react-router'
import { DeleteAccountScreen } from '#features/account/deletion/DeleteAccountScreen.tsx'

export const Route = createFileRoute('/_member/user/delete-account')({
  component: DeleteAccountScreen,
  // The screen itself ends the session.
  staticData: { guestsToo: true },
})

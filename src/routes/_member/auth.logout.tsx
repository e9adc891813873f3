import { createFileRoute } from '@tanstack/react-router'
import { LogoutScreen } from '#features/account/session/LogoutScreen.tsx'

export const Route = createFileRoute('/_member/auth/logout')({
  staticData: { guestsToo: true },
  component: LogoutScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { startRead } from '#data/hooks.ts'
import { plans } from '#data/premium.ts'
import { GoPremiumScreen } from '#features/premium/GoPremiumScreen.tsx'

export const Route = createFileRoute('/_member/gopremium')({
  loader: ({ context }) => startRead(context.queryClient, plans()),
  component: GoPremiumScreen,
})

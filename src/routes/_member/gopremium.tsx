import { createFileRoute } from '@tanstack/react-router'
import { plans } from '#data/areas/premium.ts'
import { startRead } from '#data/react/readHooks.ts'
import { GoPremiumScreen } from '#features/premium/plans/GoPremiumScreen.tsx'

export const Route = createFileRoute('/_member/gopremium')({
  loader: ({ context }) => startRead(context.queryClient, plans()),
  component: GoPremiumScreen,
})

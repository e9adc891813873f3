import { createFileRoute } from '@tanstack/react-router'
import { startRead } from '#data/hooks.ts'
import { plans } from '#data/premium.ts'
import { PlansScreen } from '#features/premium/PlansScreen.tsx'

export const Route = createFileRoute('/premium/plans/')({
  loader: ({ context }) => startRead(context.queryClient, plans()),
  component: PlansScreen,
})

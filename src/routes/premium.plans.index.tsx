import { createFileRoute } from '@tanstack/react-router'
import { plans } from '#data/areas/premium.ts'
import { startRead } from '#data/react/readHooks.ts'
import { PlansScreen } from '#features/premium/plans/PlansScreen.tsx'

export const Route = createFileRoute('/premium/plans/')({
  loader: ({ context }) => startRead(context.queryClient, plans()),
  component: PlansScreen,
})

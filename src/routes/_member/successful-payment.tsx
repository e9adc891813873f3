import { createFileRoute } from '@tanstack/react-router'
import { PaidScreen } from '#features/premium/receipts/PaidScreen.tsx'

export const Route = createFileRoute('/_member/successful-payment')({
  // A visit to this page always asks the server again.
  loader: ({ context }) => context.queryClient.invalidateQueries({ queryKey: ['payment'], refetchType: 'none' }),
  component: PaidScreen,
})

import { createFileRoute } from '@tanstack/react-router'
import { PaidScreen } from '#features/premium/receipts/PaidScreen.tsx'

export const Route = createFileRoute('/_member/successful-payment')({
  // Whoever comes here comes for news.
  loader: ({ context }) => context.queryClient.invalidateQueries({ queryKey: ['payment'], refetchType: 'none' }),
  component: PaidScreen,
})

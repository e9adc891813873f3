import { createFileRoute } from '@tanstack/react-router'
import { GiftScreen } from '#features/premium/checkout/GiftScreen.tsx'

export const Route = createFileRoute('/_member/gift')({ component: GiftScreen })

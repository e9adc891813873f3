import { createFileRoute } from '@tanstack/react-router'
import { GiftScreen } from '#features/premium/GiftScreen.tsx'

export const Route = createFileRoute('/_member/gift')({ component: GiftScreen })

import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '#features/account/profile/ProfileScreen.tsx'

export const Route = createFileRoute('/_member/user/account')({ component: ProfileScreen })

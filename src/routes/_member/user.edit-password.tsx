import { createFileRoute } from '@tanstack/react-router'
import { EditPasswordScreen } from '#features/account/password/EditPasswordScreen.tsx'

export const Route = createFileRoute('/_member/user/edit-password')({ component: EditPasswordScreen })

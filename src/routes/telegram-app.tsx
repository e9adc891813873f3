import { createFileRoute } from '@tanstack/react-router'
import { TelegramScreen } from '#features/account/signIn/TelegramScreen.tsx'

export const Route = createFileRoute('/telegram-app')({ component: TelegramScreen })

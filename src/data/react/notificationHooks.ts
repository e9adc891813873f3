import { useQuery } from '@tanstack/react-query'
import { type NotificationPreferences, notificationSettings, settingsPull } from '#data/areas/notificationSettings.ts'
import { unreadCount } from '#data/areas/notifications.ts'
import { Unreachable } from '#data/network/failures.ts'
import type { PushState } from '#data/session/push.ts'
import { pushRegistration } from '#data/session/pushSubscription.ts'
import { pullQuery } from './listHooks.ts'
import { useLive } from './useLive.ts'

/** Returns the number of unread notifications, for the badges. */
export function useUnread(): number | undefined {
  return useLive(async () => unreadCount(), [], 0)
}

/** Returns whether push notifications reach this browser. `offline`: only the server knows, and it is unreachable. */
export function usePushState(): PushState | 'offline' | undefined {
  const stored = useLive(async () => pushRegistration(), [], undefined)
  const { data, error, failureReason } = useQuery({
    queryKey: ['push', stored?.userId, stored?.at],
    queryFn: async () => (await import('#data/session/push.ts')).pushState(),
    placeholderData: (before) => before,
    staleTime: 0,
  })
  if (data !== undefined) return data
  if ((error ?? failureReason) instanceof Unreachable) return 'offline'
  return error ? 'unsupported' : undefined
}

/** Returns the notification preferences and refreshes them. `missing`: the server has no such call. */
export function useNotificationSettings(): NotificationPreferences | 'missing' | 'unseen' | undefined {
  const stored = useLive(async () => notificationSettings(), [], undefined)
  const { error, failureReason } = useQuery(pullQuery(settingsPull, stored?.userId))
  if (stored?.known) return stored
  if ((error ?? failureReason) instanceof Unreachable) return 'unseen'
  return error ? 'missing' : undefined
}

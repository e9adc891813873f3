import { useState } from 'react'
import type { ShownNotification } from '#data/areas/notifications.ts'

/**
 * Unread first, as the visit found them: what is read while it stands there keeps its place until the next visit, and
 * what comes meanwhile joins it.
 */
export function useNewNotifications(items: ShownNotification[]): {
  fresh: ShownNotification[]
  earlier: ShownNotification[]
} {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set())
  const found = items.filter(({ id, readAt }) => readAt === null && !known.has(id))
  const ids = found.length === 0 ? known : new Set([...known, ...found.map(({ id }) => id)])
  if (ids !== known) setKnown(ids)
  return {
    fresh: items.filter(({ id }) => ids.has(id)),
    earlier: items.filter(({ id }) => !ids.has(id)),
  }
}

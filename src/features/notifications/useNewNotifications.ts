import { useState } from 'react'
import type { ShownNotification } from '#data/areas/notifications.ts'

/**
 * Splits notifications into unread and older ones as of the start of the visit: an item read meanwhile keeps its
 * position, and new items join the unread ones.
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

import { watchQuery } from '#data/database/liveQuery.ts'
import { unreadCount } from './notifications.ts'

/**
 * Calls back with how many notifications are not read, now and as it changes; nobody signed in has none. Answers how to
 * stop.
 */
export function watchUnread(changed: (unread: number) => void): () => void {
  return watchQuery(unreadCount, { next: changed })
}

import { liveQuery } from '#data/database/liveQuery.ts'
import { unreadCount } from './notifications.ts'

/**
 * Calls back with the number of unread notifications, now and on every change; 0 for guests. Returns a function that
 * stops.
 */
export function watchUnread(changed: (unread: number) => void): () => void {
  return liveQuery(unreadCount).subscribe(changed).unsubscribe
}

import { liveQuery } from 'dexie'
import { unreadCount } from './notifications.ts'

/** Calls back with how many notifications are not read, now and as it changes; nobody signed in has none. */
export function watchUnread(changed: (unread: number) => void) {
  liveQuery(unreadCount).subscribe({ next: changed, error: () => undefined })
}

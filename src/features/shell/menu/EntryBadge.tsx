import { useUnread } from '#data/react/notificationHooks.ts'
import { formatNumber } from '#text/format.ts'
import { notificationText } from '#text/notifications.ts'
import styles from './EntryBadge.module.css'
import type { MenuEntry } from './menu.ts'

/** Largest number that fits the badge. */
const BADGE_MAX = 99

/** Unread count of a menu entry. */
export function EntryBadge({ entry }: { entry: MenuEntry }) {
  return 'badge' in entry ? <UnreadBadge /> : null
}

function UnreadBadge() {
  const unread = useUnread() ?? 0
  if (unread === 0) return null
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{unread > BADGE_MAX ? `${formatNumber(BADGE_MAX)}+` : formatNumber(unread)}</span>
      <span className="sr-only">{`، ${notificationText.badge(unread)}`}</span>
    </span>
  )
}

/** Dot on the menu button for unread notifications. */
export function UnreadDot() {
  return (useUnread() ?? 0) > 0 ? <span className={styles.dot} aria-hidden="true" /> : null
}

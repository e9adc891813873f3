import { useUnread } from '#data/react/notificationHooks.ts'
import { formatNumber } from '#text/format.ts'
import { notificationText } from '#text/notifications.ts'
import styles from './EntryBadge.module.css'
import type { MenuEntry } from './menu.ts'

/** More than the badge has room for. */
const MOST = 99

/** How much is new behind an entry of the menus. */
export function EntryBadge({ entry }: { entry: MenuEntry }) {
  return 'badge' in entry ? <UnreadBadge /> : null
}

function UnreadBadge() {
  const unread = useUnread() ?? 0
  if (unread === 0) return null
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{unread > MOST ? `${formatNumber(MOST)}+` : formatNumber(unread)}</span>
      <span className="sr-only">{`، ${notificationText.badge(unread)}`}</span>
    </span>
  )
}

/** That there is something new behind the button of the menu; what it is, the menu says. */
export function UnreadDot() {
  return (useUnread() ?? 0) > 0 ? <span className={styles.dot} aria-hidden="true" /> : null
}

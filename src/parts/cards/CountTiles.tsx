import { Link } from '@tanstack/react-router'
import { useCounts } from '#data/react/syncHooks.ts'
import { dashboardText } from '#text/dashboard.ts'
import { formatNumber } from '#text/format.ts'
import { BookmarkIcon } from '#ui/icons/icons.tsx'
import { BellIcon, HistoryIcon, RequestIcon } from '#ui/icons/menuIcons.tsx'
import styles from './CountTiles.module.css'

const TILES = [
  { count: 'saved', label: dashboardText.saved, to: '/user/watchlist', icon: BookmarkIcon },
  { count: 'watched', label: dashboardText.history, to: '/user/history', icon: HistoryIcon },
  { count: 'unread', label: dashboardText.notifications, to: '/user/notifications', icon: BellIcon },
  { count: 'requests', label: dashboardText.requests, to: '/user/new-request', icon: RequestIcon },
] as const

/** The user's counts as stored on this device, each linked to its list. */
export function CountTiles() {
  const counts = useCounts()
  return (
    <ul className={styles.tiles} aria-label={dashboardText.counts}>
      {TILES.map(({ count, label, to, icon: TileIcon }) => (
        <li key={count}>
          <Link to={to} className={styles.tile}>
            <span className={styles.icon}>
              <TileIcon size={22} />
            </span>
            <span className={styles.count}>{counts === undefined ? '\u00a0' : formatNumber(counts[count])}</span>
            <span className={styles.label}>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

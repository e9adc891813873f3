import { clock } from '#data/clock.ts'
import { useReachable } from '#data/hooks.ts'
import { useLastSynced } from '#data/syncHooks.ts'
import { formatRelative } from '#text/format.ts'
import { keptListText } from '#text/keptLists.ts'
import { OfflineIcon } from '#ui/icons.tsx'
import styles from './ListAge.module.css'

/** How old a list kept on this device is, while the server cannot be asked; nothing otherwise. */
export function ListAge({ isOffline }: { isOffline: boolean }) {
  const reachable = useReachable()
  return isOffline || !reachable ? <Age /> : null
}

function Age() {
  const syncedAt = useLastSynced()
  return (
    <span className={styles.age}>
      <OfflineIcon size={18} />
      {keptListText.offline(syncedAt === undefined ? undefined : formatRelative(syncedAt, clock.now()))}
    </span>
  )
}

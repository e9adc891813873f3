import { clock } from '#data/platform/clock.ts'
import { useReachable } from '#data/react/readHooks.ts'
import { useLastPulled } from '#data/react/syncHooks.ts'
import type { CursorPull } from '#data/sync/pull.ts'
import { cachedListText } from '#text/cachedLists.ts'
import { formatRelative } from '#text/format.ts'
import { OfflineIcon } from '#ui/icons/icons.tsx'
import styles from './ListAge.module.css'

/** Age of a cached list while the server cannot be asked; renders nothing otherwise. */
export function ListAge({ list, isOffline }: { list: CursorPull; isOffline: boolean }) {
  const reachable = useReachable()
  return isOffline || !reachable ? <Age list={list} /> : null
}

function Age({ list }: { list: CursorPull }) {
  const pulledAt = useLastPulled(list)
  return (
    <span className={styles.age}>
      <OfflineIcon size={18} />
      {cachedListText.offline(pulledAt === undefined ? undefined : formatRelative(pulledAt, clock.now()))}
    </span>
  )
}

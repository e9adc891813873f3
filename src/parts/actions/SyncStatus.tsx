import type { ReactNode } from 'react'
import { useConnection } from '#data/react/readHooks.ts'
import type { Synced } from '#data/sync/syncState.ts'
import { syncText } from '#text/sync.ts'
import { OfflineIcon, OnlineIcon } from '#ui/icons/icons.tsx'
import styles from './SyncStatus.module.css'

/** Shows whether the server answers and when this device last synced. `children`: actions beside it. */
export function SyncStatus({
  syncedAt,
  now,
  children,
}: {
  syncedAt: Synced | undefined
  now: number
  children?: ReactNode
}) {
  const connection = useConnection()
  const reachable = connection === 'online'
  return (
    <div className={styles.status}>
      <span className={reachable ? styles.on : styles.off}>{reachable ? <OnlineIcon /> : <OfflineIcon />}</span>
      <div className={styles.text}>
        <p>{connection === 'online' ? syncText.online : syncText.disconnected[connection]}</p>
        <p className={styles.note}>{ageOf(syncedAt, now)}</p>
      </div>
      {children}
    </div>
  )
}

function ageOf(syncedAt: Synced | undefined, now: number): string {
  if (syncedAt === undefined) return syncText.never
  return syncedAt === 'once' ? syncText.once : syncText.syncedAt(syncedAt, now)
}

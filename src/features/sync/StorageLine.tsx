import { useEffect, useState } from 'react'
import { storageEstimate } from '#data/database/storageQuota.ts'
import { syncText } from '#text/sync.ts'
import styles from './StorageLine.module.css'

/** Used storage and quota; renders nothing when the browser does not report them. */
export function StorageLine() {
  const [use, setUse] = useState<{ used: number; quota: number; persisted: boolean }>()
  useEffect(() => {
    let isHere = true
    void storageEstimate().then((estimate) => {
      if (isHere) setUse(estimate)
    })
    return () => {
      isHere = false
    }
  }, [])
  if (!use) return null
  return (
    <div className={styles.storage}>
      <p className={styles.text}>
        <span>{syncText.storage}</span>
        <span>{syncText.storageUsed(use.used, use.quota)}</span>
      </p>
      <meter className={styles.meter} min={0} max={use.quota} value={use.used} aria-label={syncText.storage} />
      <p className={styles.quota}>{use.persisted ? syncText.persisted : syncText.notPersisted}</p>
    </div>
  )
}

import { type ReactNode, useState } from 'react'
import { clock } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { useSyncState } from '#data/react/syncHooks.ts'
import { SyncStatus } from '#parts/actions/SyncStatus.tsx'
import { dashboardText } from '#text/dashboard.ts'
import { syncText } from '#text/sync.ts'
import { Button } from '#ui/controls/Button.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { AlertIcon } from '#ui/icons/icons.tsx'
import { Section } from '#ui/layout/Section.tsx'
import styles from './SyncSection.module.css'

/** Sync status and storage use. `storage`: the storage meter of another feature. */
export function SyncSection({ syncNow, storage }: { syncNow: () => Promise<void>; storage: ReactNode }) {
  const sync = useSyncState()
  const [isRunning, setRunning] = useState(false)
  const run = async () => {
    setRunning(true)
    await syncNow().catch((failure: unknown) => {
      ignoring(...EXPECTED_ERRORS)(failure)
      showSnackbar({ text: syncText.notDone, tone: 'warning' })
    })
    setRunning(false)
  }
  return (
    <Section title={dashboardText.sync}>
      <SyncStatus syncedAt={sync?.syncedAt} now={clock.now()}>
        <Button busy={isRunning ? syncText.running : undefined} onClick={() => void run()}>
          {syncText.now}
        </Button>
      </SyncStatus>
      {sync && sync.waitingCount > 0 && <p>{dashboardText.waiting(sync.waitingCount)}</p>}
      {sync && sync.failed.length > 0 && (
        <p className={styles.failed}>
          <AlertIcon size={20} />
          {dashboardText.failed(sync.failed.length)}
        </p>
      )}
      <div className={styles.storage}>{storage}</div>
    </Section>
  )
}

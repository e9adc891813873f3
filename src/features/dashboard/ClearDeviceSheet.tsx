import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { reportError } from '#data/platform/reportError.ts'
import { clearQueryCache, useReachable } from '#data/react/readHooks.ts'
import { clearDevice, type UnsyncedData, unsyncedData } from '#data/session/clearDevice.ts'
import { changeWords } from '#text/changes.ts'
import { dashboardText } from '#text/dashboard.ts'
import { Button } from '#ui/controls/Button.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { Sheet } from '#ui/layout/Sheet.tsx'
import styles from './ClearDeviceSheet.module.css'

/** Maximum number of pending changes listed by name. */
const MAX_LISTED = 20

/** Confirms clearing the device and lists what would be lost for good. */
export function ClearDeviceSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { isClearing, clear } = useClearing()
  return (
    <Sheet
      open={open}
      onClose={isClearing ? () => undefined : onClose}
      title={dashboardText.clearAsk}
      footer={
        <div className={styles.actions}>
          <Button look="danger" busy={isClearing ? dashboardText.clearing : undefined} onClick={clear}>
            {dashboardText.clearYes}
          </Button>
          <Button onClick={onClose}>{dashboardText.clearNo}</Button>
        </div>
      }
    >
      {open && <Costs />}
    </Sheet>
  )
}

function useClearing() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isClearing, setClearing] = useState(false)
  const isStarted = useRef(false)
  const clear = async () => {
    if (isStarted.current) return
    isStarted.current = true
    setClearing(true)
    try {
      const isRevoked = await clearDevice()
      void clearQueryCache(client)
      const text = isRevoked ? dashboardText.cleared : dashboardText.clearedOffline
      showSnackbar({ text, tone: isRevoked ? 'plain' : 'warning' })
      await navigate({ to: '/', replace: true })
    } catch (failure) {
      reportError(failure)
      isStarted.current = false
      setClearing(false)
      showSnackbar({ text: dashboardText.notCleared, tone: 'warning' })
    }
  }
  return { isClearing, clear: () => void clear() }
}

function Costs() {
  const reachable = useReachable()
  const { data: lost } = useQuery({ queryKey: ['device', 'only-here'], queryFn: unsyncedData, staleTime: 0, gcTime: 0 })
  return (
    <div className={styles.costs}>
      <p>{dashboardText.clearGoes}</p>
      <p>{dashboardText.clearStays}</p>
      {lost && <Lost lost={lost} />}
      {!reachable && <p className={styles.warning}>{dashboardText.clearOffline}</p>}
    </div>
  )
}

function Lost({ lost: { changes, others } }: { lost: UnsyncedData }) {
  if (changes.length + others === 0) return <p className={styles.fine}>{dashboardText.clearNothingLost}</p>
  return (
    <section role="alert" className={styles.lost}>
      {changes.length > 0 && (
        <>
          <p className={styles.warning}>{dashboardText.clearLost(changes.length)}</p>
          <ul className={styles.list}>
            {changes.slice(0, MAX_LISTED).map((entry) => (
              <li key={entry.seq}>{changeWords(entry)}</li>
            ))}
          </ul>
          {changes.length > MAX_LISTED && <p>{dashboardText.clearLostMore(changes.length - MAX_LISTED)}</p>}
        </>
      )}
      {others > 0 && <p className={styles.warning}>{dashboardText.clearLostOthers(others)}</p>}
    </section>
  )
}

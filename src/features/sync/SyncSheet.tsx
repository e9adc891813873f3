import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { discardMutation, editEntry, retryMutation } from '#data/areas/outboxActions.ts'
import { clock } from '#data/platform/clock.ts'
import { useConnection } from '#data/react/readHooks.ts'
import { useSyncState } from '#data/react/syncHooks.ts'
import { SyncStatus } from '#parts/actions/SyncStatus.tsx'
import { syncText } from '#text/sync.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { Sheet } from '#ui/layout/Sheet.tsx'
import { ChangeItem } from './ChangeItem.tsx'
import { Journal } from './Journal.tsx'
import { notifyIfFailed } from './notifyIfFailed.ts'
import { QuarantineNote } from './QuarantineNote.tsx'
import { StorageLine } from './StorageLine.tsx'
import styles from './SyncSheet.module.css'
import { useNow } from './useNow.ts'

/** Maximum mutations listed; the rest are counted. */
const MAX_LISTED = 50
/** Minimum time the text «همگام‌سازی» is shown, in ms. */
const MIN_SHOWN = 400

/** The sync sheet: connection state, pending and failed mutations, and their actions. */
export function SyncSheet({
  open,
  onClose,
  syncNow,
  downloads,
}: {
  open: boolean
  onClose: () => void
  syncNow: () => Promise<void>
  /** Renders the downloads, which another feature provides. */
  downloads?: ((onLeave: () => void) => ReactNode) | undefined
}) {
  return (
    <Sheet open={open} onClose={onClose} title={syncText.title} footer={<SyncNow syncNow={syncNow} />}>
      {open && <Details onClose={onClose} downloads={downloads?.(onClose)} />}
    </Sheet>
  )
}

function Details({ onClose, downloads }: { onClose: () => void; downloads: ReactNode }) {
  const sync = useSyncState()
  const now = useNow(clock.now)
  const connection = useConnection()
  const { history } = useRouter()
  if (!sync) return null
  const { waiting, waitingCount, failed, quarantined, parked, syncedAt } = sync
  const edit = (seq: number) =>
    notifyIfFailed(async () => {
      const draft = await editEntry(seq)
      if (!draft) return
      onClose()
      history.push(draft.path)
    })
  const listed = waiting.slice(0, MAX_LISTED)
  return (
    <div className={styles.details}>
      <SyncStatus syncedAt={syncedAt} now={now} />
      {parked && <SignIn isIdle={waiting.length + failed.length === 0} onClose={onClose} />}
      {failed.length > 0 && (
        <section>
          <div className={styles.head}>
            <h3 className={styles.title}>{syncText.failed}</h3>
            {failed.length > 1 && (
              <Button look="plain" onClick={() => void notifyIfFailed(() => forEach(failed, retryMutation))}>
                {syncText.retryAll}
              </Button>
            )}
          </div>
          <ul>
            {failed.map((entry) => (
              <ChangeItem
                key={entry.seq}
                entry={entry}
                now={now}
                connection={connection}
                onRetry={() => void notifyIfFailed(() => retryMutation(entry.seq))}
                onDiscard={() => void notifyIfFailed(() => discardMutation(entry.seq))}
                onEdit={() => void edit(entry.seq)}
              />
            ))}
          </ul>
        </section>
      )}
      {waiting.length > 0 && (
        <section>
          <h3 className={styles.title}>{syncText.waiting}</h3>
          <ul>
            {listed.map((entry) => (
              <ChangeItem
                key={entry.seq}
                entry={entry}
                now={now}
                connection={connection}
                onDiscard={() => void notifyIfFailed(() => discardMutation(entry.seq))}
                onEdit={() => void edit(entry.seq)}
              />
            ))}
          </ul>
          {waitingCount > listed.length && <p className={styles.note}>{syncText.more(waitingCount - listed.length)}</p>}
        </section>
      )}
      {downloads}
      {quarantined.length > 0 && <QuarantineNote count={quarantined.length} />}
      {!parked && waiting.length === 0 && failed.length === 0 && <p className={styles.done}>{syncText.allDone}</p>}
      <StorageLine />
      <Journal now={now} />
    </div>
  )
}

function SignIn({ isIdle, onClose }: { isIdle: boolean; onClose: () => void }) {
  const href = useRouterState({ select: ({ location }) => location.href })
  return (
    <section className={styles.parked}>
      <h3>{syncText.parked}</h3>
      <p className={styles.note}>{isIdle ? syncText.parkedIdle : syncText.parkedNote}</p>
      <Link to="/auth/login" search={{ redirect: href }} className={buttonClass('solid')} onClick={onClose}>
        {syncText.login}
      </Link>
    </section>
  )
}

function SyncNow({ syncNow }: { syncNow: () => Promise<void> }) {
  const [isRunning, setRunning] = useState(false)
  const run = async () => {
    setRunning(true)
    await Promise.all([notifyIfFailed(syncNow), new Promise((seen) => setTimeout(seen, MIN_SHOWN))])
    setRunning(false)
  }
  return (
    <Button look="solid" wide busy={isRunning ? syncText.running : undefined} onClick={() => void run()}>
      {syncText.now}
    </Button>
  )
}

async function forEach<Item extends { seq: number }>(items: Item[], act: (seq: number) => Promise<void>) {
  for (const { seq } of items) await act(seq)
}

import { canEdit, entryText } from '#data/areas/outboxActions.ts'
import { canDiscard, type OutboxEntry } from '#data/database/outboxEntry.ts'
import type { Connection } from '#data/network/connectivity.ts'
import { changeWords } from '#text/changes.ts'
import { formatRelative } from '#text/format.ts'
import { syncText } from '#text/sync.ts'
import acts from '#ui/controls/Actions.module.css'
import { Button } from '#ui/controls/Button.tsx'
import { RequestId } from '#ui/feedback/RequestId.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { AlertIcon, ClockIcon } from '#ui/icons/icons.tsx'
import styles from './ChangeItem.module.css'
import { copyText } from './copyText.ts'
import { failureReason } from './useFailureNotices.ts'

/** List item of a mutation: its description, state and age; a failed one has a reason and actions. */
export function ChangeItem({
  entry,
  now,
  onRetry,
  onDiscard,
  onEdit,
  connection,
}: {
  entry: OutboxEntry
  now: number
  connection: Connection
  onRetry?: () => void
  onDiscard: () => void
  /** Returns the mutation's text to its form for editing. */
  onEdit: () => void
}) {
  const what = changeWords(entry)
  const isFailed = entry.status === 'failed'
  const text = entryText(entry)
  return (
    <li className={styles.item}>
      <span className={isFailed ? styles.failed : styles.waiting}>
        {isFailed ? <AlertIcon size={20} /> : entry.status === 'sending' ? <Spinner /> : <ClockIcon size={20} />}
      </span>
      <div className={styles.text}>
        <p>{what}</p>
        {isFailed && <p className={styles.reason}>{failureReason(entry)}</p>}
        {isFailed &&
          Object.values(entry.lastError?.fields ?? {})
            .flat()
            .filter((sentence) => sentence !== failureReason(entry))
            .map((sentence) => (
              <p key={sentence} className={styles.reason}>
                {sentence}
              </p>
            ))}
        <RequestId id={entry.lastError?.requestId} />
        <p className={styles.since}>
          {entry.status === 'held' && `${syncText.held}، `}
          {entry.status === 'sending' && `${syncText.sending}، `}
          {formatRelative(entry.createdAt, now)}
          {entry.status === 'queued' && entry.lastError && `، ${delayReason(entry, connection)}`}
        </p>
        {isFailed && (
          <div className={acts.actions}>
            <Button onClick={onRetry} aria-label={`${syncText.retry}: ${what}`}>
              {syncText.retry}
            </Button>
            <Button look="plain" onClick={onDiscard} aria-label={`${syncText.discard}: ${what}`}>
              {syncText.discard}
            </Button>
          </div>
        )}
        {text !== undefined && (
          <div className={acts.actions}>
            {canEdit(entry) && (
              <Button look="plain" onClick={onEdit} aria-label={`${syncText.edit}: ${what}`}>
                {syncText.edit}
              </Button>
            )}
            <Button look="plain" onClick={() => void copyText(text)} aria-label={`${syncText.copy}: ${what}`}>
              {syncText.copy}
            </Button>
          </div>
        )}
      </div>
      {!isFailed && canDiscard(entry) && (
        <Button look="plain" onClick={onDiscard} aria-label={`${syncText.discard}: ${what}`}>
          {syncText.discard}
        </Button>
      )}
    </li>
  )
}

/**
 * Why an attempted mutation is still pending: the missing connection, else the server's words. Attempts count only while
 * the server answers; without a network nothing left this device.
 */
function delayReason({ lastError, attempts }: OutboxEntry, connection: Connection): string {
  if (connection !== 'online') return syncText.waitsFor[connection]
  if (lastError && lastError.message !== '') return lastError.message
  return lastError?.family === 'unreachable' ? syncText.unanswered(attempts) : syncText.tried(attempts)
}

import type { Entry } from '#data/personal.ts'
import { formatRelative } from '#text/format.ts'
import { changeWords, syncText } from '#text/sync.ts'
import { Button } from '#ui/Button.tsx'
import { AlertIcon, ClockIcon } from '#ui/icons.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import styles from './ChangeItem.module.css'
import { reasonOf } from './useFailureNotices.ts'

/** One change in words: what, how it stands, since when; for a failed one why, and what to do about it. */
export function ChangeItem({
  entry,
  now,
  onRetry,
  onDiscard,
}: {
  entry: Entry
  now: number
  onRetry?: () => void
  onDiscard: () => void
}) {
  const what = changeWords(entry)
  const isFailed = entry.status === 'failed'
  // One that may have reached the server cannot be taken back by forgetting it here.
  const canDiscard = isFailed || entry.status === 'held' || entry.attempts === 0
  return (
    <li className={styles.item}>
      <span className={isFailed ? styles.failed : styles.waiting}>
        {isFailed ? <AlertIcon size={20} /> : entry.status === 'sending' ? <Spinner /> : <ClockIcon size={20} />}
      </span>
      <div className={styles.words}>
        <p>{what}</p>
        {isFailed && <p className={styles.reason}>{reasonOf(entry)}</p>}
        <p className={styles.since}>
          {entry.status === 'held' && `${syncText.held} · `}
          {entry.status === 'sending' && `${syncText.sending} · `}
          {formatRelative(entry.createdAt, now)}
        </p>
        {isFailed && (
          <div className={styles.actions}>
            <Button onClick={onRetry} aria-label={`${syncText.retry}: ${what}`}>
              {syncText.retry}
            </Button>
            <Button look="plain" onClick={onDiscard} aria-label={`${syncText.discard}: ${what}`}>
              {syncText.discard}
            </Button>
          </div>
        )}
      </div>
      {!isFailed && canDiscard && (
        <Button look="plain" onClick={onDiscard} aria-label={`${syncText.discard}: ${what}`}>
          {syncText.discard}
        </Button>
      )}
    </li>
  )
}

import { useId, useState } from 'react'
import { journalText } from '#data/areas/syncState.ts'
import { useJournal } from '#data/react/syncHooks.ts'
import { journalWords } from '#text/changes.ts'
import { formatRelative } from '#text/format.ts'
import { syncText } from '#text/sync.ts'
import { Button } from '#ui/controls/Button.tsx'
import { copyText } from './copyText.ts'
import styles from './Journal.module.css'

/** The user's sync journal, to read and to send to support. */
export function Journal({ now }: { now: number }) {
  const [isOpen, setOpen] = useState(false)
  const list = useId()
  return (
    <section className={styles.journal}>
      <div className={styles.head}>
        <Button look="plain" aria-expanded={isOpen} aria-controls={list} onClick={() => setOpen(!isOpen)}>
          {isOpen ? syncText.journalHide : syncText.journal}
        </Button>
        {isOpen && (
          <Button look="plain" onClick={() => void copyText(journalText(), syncText.journalCopied)}>
            {syncText.journalCopy}
          </Button>
        )}
      </div>
      <div id={list}>{isOpen && <Events now={now} />}</div>
    </section>
  )
}

function Events({ now }: { now: number }) {
  const events = useJournal()
  if (!events) return null
  if (events.length === 0) return <p className={styles.none}>{syncText.journalEmpty}</p>
  return (
    <ul className={styles.events} aria-label={syncText.journal}>
      {events.map(({ id, at, event, detail }) => (
        <li key={id} className={styles.event}>
          <span>{journalWords(event)}</span>
          <bdi className={styles.detail}>{detail}</bdi>
          <time className={styles.time} dateTime={new Date(at).toISOString()}>
            {formatRelative(at, now)}
          </time>
        </li>
      ))}
    </ul>
  )
}

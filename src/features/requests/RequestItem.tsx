import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ShownRequest } from '#data/areas/requests.ts'
import { clock } from '#data/platform/clock.ts'
import { PendingMark } from '#parts/actions/PendingMark.tsx'
import { formatDate, formatRelative } from '#text/format.ts'
import { requestText } from '#text/requests.ts'
import { factsLine, yearWords } from '#text/titleFacts.ts'
import { ForwardIcon } from '#ui/icons/icons.tsx'
import styles from './RequestItem.module.css'

type Shown = Pick<ShownRequest, 'name' | 'type' | 'year' | 'imdb' | 'note' | 'createdAt'> &
  Partial<Pick<ShownRequest, 'status' | 'reply' | 'titleId' | 'pending'>>

/** List item of a request: its date, the operator's answer and a link once the title is available. */
export function RequestItem({ item, children }: { item: Shown; children?: ReactNode }) {
  const { name, type, year, imdb, note, createdAt, status, reply, titleId, pending = false } = item
  return (
    <article className={styles.item}>
      <div className={styles.head}>
        <h3 className={styles.name}>
          <bdi>{name}</bdi>
        </h3>
        {pending ? (
          <PendingMark withText />
        ) : (
          status && (
            <span className={styles.status} data-status={status}>
              {requestText.status[status]}
            </span>
          )
        )}
      </div>
      <p className={styles.facts}>
        {factsLine([requestText.types[type], yearWords(year)])}
        {imdb !== null && (
          <>
            {'، '}
            <bdi dir="ltr">{imdb}</bdi>
          </>
        )}
        {'، '}
        <time dateTime={createdAt} title={formatDate(createdAt)}>
          {formatRelative(Date.parse(createdAt), clock.now())}
        </time>
      </p>
      {note && (
        <p className={styles.note} dir="auto">
          {note}
        </p>
      )}
      {reply && (
        <div className={styles.reply}>
          <p className={styles.replyName}>{requestText.reply}</p>
          <p dir="auto">{reply}</p>
        </div>
      )}
      {typeof titleId === 'number' && (
        <Link
          to="/titles/$id/$slug"
          params={{ id: String(titleId), slug: '-' }}
          className={styles.open}
          aria-label={requestText.openOf(name)}
        >
          {requestText.open}
          <ForwardIcon size={18} />
        </Link>
      )}
      {children}
    </article>
  )
}

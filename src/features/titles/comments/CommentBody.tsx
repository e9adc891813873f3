import type { ReactNode } from 'react'
import { clock } from '#data/platform/clock.ts'
import { commentText } from '#text/comments.ts'
import { formatDate, formatRelative } from '#text/format.ts'
import styles from './Comment.module.css'
import { SpoilerText } from './SpoilerText.tsx'

/** A comment or reply: author, time and text. `note`: beside the time; `menu`: at the end; `children`: below the text. */
export function CommentBody({
  author,
  body,
  spoiler,
  createdAt,
  isEdited = false,
  note,
  menu,
  children,
}: {
  author: string
  body: string
  spoiler: boolean
  /** ISO time. */
  createdAt: string
  isEdited?: boolean
  note?: ReactNode
  menu?: ReactNode
  children?: ReactNode
}) {
  const when = Date.parse(createdAt)
  return (
    <article className={styles.comment} aria-label={author}>
      <span className={styles.face} aria-hidden="true">
        {[...author.trim()][0] ?? '·'}
      </span>
      <div className={styles.text}>
        <p className={styles.head}>
          <bdi className={styles.author}>{author}</bdi>
          <time className={styles.when} dateTime={createdAt} title={formatDate(when)}>
            {formatRelative(when, clock.now())}
          </time>
          {isEdited && <span className={styles.when}>{commentText.edited}</span>}
          {note}
        </p>
        <SpoilerText body={body} spoiler={spoiler} />
        {children}
      </div>
      {menu}
    </article>
  )
}

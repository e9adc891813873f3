import type { ReactNode } from 'react'
import styles from './PlayerMessage.module.css'

/** A message in place of the video: one sentence, its explanation and the actions. */
export function PlayerMessage({
  sign,
  title,
  note,
  heading: Heading = 'h2',
  children,
}: {
  sign?: ReactNode
  title: string
  note?: string | undefined
  /** `h1` when the page has no other heading */
  heading?: 'h1' | 'h2'
  children?: ReactNode
}) {
  return (
    <div className={styles.message} data-instead role={Heading === 'h2' ? 'alert' : undefined}>
      {sign && <span className={styles.sign}>{sign}</span>}
      <Heading className={styles.title} tabIndex={-1}>
        {title}
      </Heading>
      {note !== undefined && note !== '' && <p className={styles.note}>{note}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}

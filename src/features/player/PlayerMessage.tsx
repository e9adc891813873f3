import type { ReactNode } from 'react'
import styles from './PlayerMessage.module.css'

/** What stands on the screen where no film can: one sentence, what it means, and the ways on. */
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
  /** the page has no other heading */
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

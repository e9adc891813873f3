import type { ReactNode } from 'react'
import styles from './TopBar.module.css'

/** The top edge of the player: the back link and the title. */
export function TopBar({
  back,
  name,
  facts,
  mark,
  children,
}: {
  back: ReactNode
  name: string
  facts: string
  /** marks playback of a download */
  mark?: string | undefined
  children?: ReactNode
}) {
  return (
    <div className={styles.bar}>
      {back}
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        {facts !== '' && <p className={styles.facts}>{facts}</p>}
      </div>
      {mark !== undefined && <span className={styles.mark}>{mark}</span>}
      {children}
    </div>
  )
}

import { type ReactNode, useId } from 'react'
import styles from './Panel.module.css'

/** One matter of the dashboard. */
export function Panel({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {children}
    </section>
  )
}

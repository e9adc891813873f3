import { type ReactNode, useId } from 'react'
import styles from './Section.module.css'

/** A titled section of a screen. `id`: of the heading, for links to it. */
export function Section({
  title,
  note,
  id: given,
  children,
}: {
  title: string
  note?: ReactNode
  id?: string
  children: ReactNode
}) {
  const own = useId()
  const id = given ?? own
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {children}
    </section>
  )
}

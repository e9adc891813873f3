import type { ReactNode } from 'react'
import styles from './Ticket.module.css'

/** An order or receipt styled as a cinema ticket, with the total below the perforation. */
export function Ticket({
  label,
  title,
  children,
  footer,
}: {
  label: string
  title: string
  children: ReactNode
  footer: ReactNode
}) {
  return (
    <section className={styles.ticket} aria-label={label}>
      <header className={styles.head}>
        <p className={styles.label}>{label}</p>
        <h2 className={styles.title}>{title}</h2>
      </header>
      <dl className={styles.lines}>{children}</dl>
      <dl className={styles.footer}>{footer}</dl>
    </section>
  )
}

/** A line of a ticket. `gain`: the amount is in the user's favour. */
export function TicketLine({
  term,
  children,
  strong = false,
  gain = false,
}: {
  term: string
  children: ReactNode
  strong?: boolean
  gain?: boolean
}) {
  const look = [styles.line, strong ? styles.strong : '', gain ? styles.gain : ''].filter(Boolean).join(' ')
  return (
    <div className={look}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

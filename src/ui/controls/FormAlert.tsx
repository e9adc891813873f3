import type { ReactNode } from 'react'
import styles from './FormAlert.module.css'

type Tone = 'error' | 'notice' | 'warning'

/**
 * A message about a whole form, announced by screen readers. `notice`: good or neutral news; `warning`: nothing went wrong, but not as
 * the user wanted.
 */
export function FormAlert({ tone = 'error', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div role="alert" className={`${styles.alert} ${styles[tone] ?? ''}`}>
      {children}
    </div>
  )
}

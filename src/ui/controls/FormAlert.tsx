import type { ReactNode } from 'react'
import styles from './FormAlert.module.css'

/** A message about a whole form, announced by screen readers. `notice`: information, not an error. */
export function FormAlert({ tone = 'error', children }: { tone?: 'error' | 'notice'; children: ReactNode }) {
  return (
    <div role="alert" className={`${styles.alert} ${tone === 'notice' ? styles.notice : ''}`}>
      {children}
    </div>
  )
}

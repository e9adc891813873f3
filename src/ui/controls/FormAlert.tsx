import type { ReactNode } from 'react'
import styles from './FormAlert.module.css'

/** What a form has to say as a whole. `notice`: nothing is wrong, but good to know. Heard at once by screen readers. */
export function FormAlert({ tone = 'error', children }: { tone?: 'error' | 'notice'; children: ReactNode }) {
  return (
    <div role="alert" className={`${styles.alert} ${tone === 'notice' ? styles.notice : ''}`}>
      {children}
    </div>
  )
}

import { useRouterState } from '@tanstack/react-router'
import styles from './RouteProgress.module.css'

/**
 * Progress bar during a navigation; immediate ones show none. Decorative: the document title announces the new page.
 */
export function RouteProgress() {
  const isPending = useRouterState({ select: ({ status }) => status === 'pending' })
  return isPending ? <div className={styles.progress} aria-hidden="true" /> : null
}

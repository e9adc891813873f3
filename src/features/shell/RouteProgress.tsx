import { useRouterState } from '@tanstack/react-router'
import styles from './RouteProgress.module.css'

/** A thin line while the next screen is on its way; what is there at once shows none. The page's title tells the rest. */
export function RouteProgress() {
  const isPending = useRouterState({ select: ({ status }) => status === 'pending' })
  return isPending ? <div className={styles.progress} aria-hidden="true" /> : null
}

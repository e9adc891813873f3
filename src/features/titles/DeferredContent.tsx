import type { ReactNode } from 'react'
import { isReturning } from '#parts/navigation/navigationKind.ts'
import { useBehindPaint } from '#parts/navigation/useAfterPaint.ts'
import styles from './DeferredContent.module.css'

/** What stands below the first screen. Its place is kept, so that nothing that is seen moves. */
export function Below({ children }: { children: ReactNode }) {
  return useBehindPaint(isReturning) ? children : <div className={styles.place} />
}

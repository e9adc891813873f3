import type { ReactNode } from 'react'
import styles from './Below.module.css'
import { isReturning } from './returning.ts'
import { useBehindPaint } from './useBehindPaint.ts'

/** What stands below the first screen. Its place is kept, so that nothing that is seen moves. */
export function Below({ children }: { children: ReactNode }) {
  return useBehindPaint(isReturning) ? children : <div className={styles.place} />
}

import type { ReactNode } from 'react'
import { isRestoringScreen } from '#parts/navigation/navigationKind.ts'
import { useAfterPaint } from '#parts/navigation/useAfterPaint.ts'
import styles from './DeferredContent.module.css'

/** What stands below the first screen. Its place is kept, so that nothing that is seen moves. */
export function DeferredContent({ children }: { children: ReactNode }) {
  return useAfterPaint(isRestoringScreen) ? children : <div className={styles.placeholder} />
}

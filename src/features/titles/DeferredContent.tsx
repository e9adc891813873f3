import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAfterPaint } from '#parts/navigation/useAfterPaint.ts'
import styles from './DeferredContent.module.css'

/** What stands below the first screen. Its place is kept, so that nothing that is seen moves. */
export function DeferredContent({ children }: { children: ReactNode }) {
  return useAfterPaint(useRouter().options.context.isRestoring) ? children : <div className={styles.placeholder} />
}

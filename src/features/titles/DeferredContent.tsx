import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAfterPaint } from '#parts/navigation/useAfterPaint.ts'
import styles from './DeferredContent.module.css'

/**
 * Content below the first screen, rendered after the first paint. Reserves its height, so that nothing visible moves.
 */
export function DeferredContent({ children }: { children: ReactNode }) {
  return useAfterPaint(useRouter().options.context.isRestoring) ? children : <div className={styles.placeholder} />
}

import type { ReactNode } from 'react'
import { RequestId } from '#ui/feedback/RequestId.tsx'
import styles from './FormAlert.module.css'

type Tone = 'error' | 'notice' | 'warning'

/**
 * A message about a whole form, announced by screen readers. `notice`: good or neutral news; `warning`: nothing went
 * wrong, but not as the user wanted. `requestId`: of a call that the server failed to answer.
 */
export function FormAlert({
  tone = 'error',
  requestId,
  children,
}: {
  tone?: Tone
  requestId?: string | undefined
  children: ReactNode
}) {
  return (
    <div role="alert" className={`${styles.alert} ${styles[tone] ?? ''}`}>
      {children}
      <RequestId id={requestId} />
    </div>
  )
}

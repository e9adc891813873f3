import type { View } from '#data/react/readHooks.ts'
import { failureText } from '#text/failures.ts'
import { Button } from '#ui/controls/Button.tsx'
import { RequestId } from '#ui/feedback/RequestId.tsx'
import styles from './ListTrouble.module.css'

/** Why a list of the account is not shown, with a retry. Renders nothing in the other states of the list. */
export function ListTrouble({ view, texts }: { view: View<unknown>; texts: { offline: string; failed: string } }) {
  if (view.state !== 'unseen' && view.state !== 'failed') return null
  return (
    <p className={styles.trouble} role="status">
      {view.state === 'unseen' ? texts.offline : (view.message ?? texts.failed)}
      {view.state === 'failed' && <RequestId id={view.requestId} />}
      <Button onClick={view.retry}>{failureText.retry}</Button>
    </p>
  )
}

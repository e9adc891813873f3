import { failureText } from '#text/failures.ts'
import styles from './RequestId.module.css'

/** The id of a call that the server failed to answer, for the user to copy and quote. Renders nothing without an id. */
export function RequestId({ id }: { id: string | undefined }) {
  if (id === undefined) return null
  return (
    <small className={styles.requestId}>
      {failureText.requestId}{' '}
      <bdi dir="ltr" className={styles.id}>
        {id}
      </bdi>
    </small>
  )
}

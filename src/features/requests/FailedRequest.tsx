import { discardMutation, retryMutation } from '#data/areas/outboxActions.ts'
import type { PendingRequest } from '#data/areas/pendingRequests.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { requestText } from '#text/requests.ts'
import { Button } from '#ui/controls/Button.tsx'
import { EditableRequest } from './EditableRequest.tsx'
import styles from './RequestItem.module.css'
import { RequestItem } from './RequestItem.tsx'

/**
 * A request that the server refused, with the reason and the actions; the user's text is kept. A duplicate is no error:
 * the earlier request gets the answer, and this one can be discarded.
 */
export function FailedRequest({ change }: { change: PendingRequest }) {
  const act = useMutationAction()
  const { request, createdAt, failure, seq } = change
  const isKnown = failure?.isDuplicate ?? false
  const discard = isKnown ? requestText.understood : requestText.discard
  return (
    <EditableRequest change={change}>
      {(edit) => (
        <RequestItem item={{ ...request, createdAt }}>
          <p className={styles.problem} role="status">
            {isKnown ? requestText.known : [requestText.failed, whyOf(change)].filter(Boolean).join(': ')}
          </p>
          <div className={styles.actions}>
            {!isKnown && (
              <Button
                aria-label={requestText.of(requestText.retry, request.name)}
                onClick={() => void act(() => retryMutation(seq))}
              >
                {requestText.retry}
              </Button>
            )}
            <Button onClick={edit} aria-label={requestText.of(requestText.edit, request.name)}>
              {requestText.edit}
            </Button>
            <Button
              look="plain"
              aria-label={requestText.of(discard, request.name)}
              onClick={() => void act(() => discardMutation(seq))}
            >
              {discard}
            </Button>
          </div>
        </RequestItem>
      )}
    </EditableRequest>
  )
}

/** The field errors are more specific than the general message. */
function whyOf({ failure }: PendingRequest): string {
  const fields = Object.values(failure?.fields ?? {}).flat()
  return fields.length > 0 ? fields.join(' ') : (failure?.message ?? '')
}

import { discardMutation } from '#data/areas/outboxActions.ts'
import type { PendingRequest } from '#data/areas/pendingRequests.ts'
import type { ShownRequest } from '#data/areas/requests.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { requestText } from '#text/requests.ts'
import { Button } from '#ui/controls/Button.tsx'
import { EditableRequest } from './EditableRequest.tsx'
import styles from './RequestItem.module.css'
import { RequestItem } from './RequestItem.tsx'

/** A pending request. It can be edited or withdrawn until its first delivery attempt. */
export function WaitingRequest({ item, change }: { item: ShownRequest; change: PendingRequest }) {
  const act = useMutationAction()
  const { name } = item
  return (
    <EditableRequest change={change}>
      {(edit) => (
        <RequestItem item={item}>
          {change.canDiscard && (
            <div className={styles.actions}>
              <Button onClick={edit} aria-label={requestText.of(requestText.edit, name)}>
                {requestText.edit}
              </Button>
              <Button
                look="plain"
                aria-label={requestText.of(requestText.drop, name)}
                onClick={() => void act(() => discardMutation(change.seq))}
              >
                {requestText.drop}
              </Button>
            </div>
          )}
        </RequestItem>
      )}
    </EditableRequest>
  )
}

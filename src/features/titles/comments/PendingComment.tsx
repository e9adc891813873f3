import { type ReactNode, useState } from 'react'
import { reviseComment } from '#data/areas/comments.ts'
import { discardMutation, retryMutation } from '#data/areas/outboxActions.ts'
import type { UnsentComment } from '#data/areas/pendingComments.ts'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { commentText } from '#text/comments.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import styles from './Comment.module.css'
import { CommentForm } from './CommentForm.tsx'

/**
 * Actions for the user's comment that the server does not have yet. Before the first delivery attempt and after a
 * refusal it can be edited or discarded. `children` renders the comment with these actions.
 */
export function PendingComment({
  change,
  children,
}: {
  /** Undefined once the server has the comment. */
  change: UnsentComment | undefined
  children: (actions: ReactNode) => ReactNode
}) {
  const run = useMutationAction()
  const [isEditing, setEditing] = useState(false)
  if (!change) return children(null)
  if (isEditing) {
    const close = () => setEditing(false)
    return (
      <div className={styles.edited}>
        <CommentForm
          initialDraft={{ text: change.body, spoiler: change.spoiler }}
          label={commentText.field}
          submit={commentText.send}
          focused
          onSend={async (words) => {
            const isAccepted = await reviseComment(change.key, words)
            if (isAccepted) close()
            else showSnackbar({ text: commentText.onItsWay })
            return isAccepted
          }}
          onCancel={close}
        />
      </div>
    )
  }
  return children(
    <span className={styles.actions}>
      {change.failure && (
        <button type="button" className={styles.action} onClick={() => void run(() => retryMutation(change.seq))}>
          {commentText.retry}
        </button>
      )}
      {change.canDiscard && (
        <>
          <button type="button" className={styles.action} onClick={() => setEditing(true)}>
            {commentText.edit}
          </button>
          <button type="button" className={styles.action} onClick={() => void run(() => discardMutation(change.seq))}>
            {change.failure ? commentText.discard : commentText.drop}
          </button>
        </>
      )}
    </span>,
  )
}

import type { UnsentComment } from '#data/areas/pendingComments.ts'
import { commentText } from '#text/comments.ts'
import styles from './Comment.module.css'
import { CommentBody } from './CommentBody.tsx'
import { PendingComment } from './PendingComment.tsx'

/** The user's comment that the server refused: reason, text and actions. */
export function FailedComment({ change }: { change: UnsentComment }) {
  const { body, createdAt, failure } = change
  return (
    <PendingComment change={change}>
      {(actions) => (
        <CommentBody author={commentText.you} body={body} spoiler={false} createdAt={createdAt}>
          <p className={styles.problem} role="status">
            {[commentText.failed, failure?.message].filter(Boolean).join(': ')}
          </p>
          {actions}
        </CommentBody>
      )}
    </PendingComment>
  )
}

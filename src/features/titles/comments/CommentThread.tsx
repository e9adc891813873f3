import type { ReactNode } from 'react'
import type { ShownComment } from '#data/areas/comments.ts'
import type { UnsentComment } from '#data/areas/pendingComments.ts'
import { commentText } from '#text/comments.ts'
import styles from './Comment.module.css'
import { CommentItem, type CommentSubject } from './CommentItem.tsx'

/** A comment and its replies. `answer`: the open reply form. */
export function CommentThread({
  comment,
  subject,
  changeOf,
  onReply,
  answer,
}: {
  comment: ShownComment
  subject: CommentSubject
  /** The user's pending mutation of a comment. */
  changeOf: (comment: ShownComment) => UnsentComment | undefined
  /** Undefined while the server does not have the comment, which then cannot be answered. */
  onReply: (() => void) | undefined
  answer: ReactNode
}) {
  const { author, replies } = comment
  return (
    <>
      <CommentItem comment={comment} subject={subject} change={changeOf(comment)}>
        {onReply && (
          <button
            type="button"
            className={styles.action}
            aria-expanded={Boolean(answer)}
            aria-label={commentText.replyTo(author)}
            onClick={onReply}
          >
            {commentText.reply}
          </button>
        )}
      </CommentItem>
      {(replies.length > 0 || answer) && (
        <div className={styles.answers}>
          {replies.length > 0 && (
            <ul aria-label={commentText.replies(author)}>
              {replies.map((reply) => (
                <li key={reply.key}>
                  <CommentItem comment={reply} subject={subject} change={changeOf(reply)} />
                </li>
              ))}
            </ul>
          )}
          {answer}
        </div>
      )}
    </>
  )
}

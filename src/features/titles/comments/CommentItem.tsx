import { type ReactNode, useState } from 'react'
import type { ShownComment } from '#data/areas/comments.ts'
import type { UnsentComment } from '#data/areas/pendingComments.ts'
import { PendingMark } from '#parts/actions/PendingMark.tsx'
import { commentText } from '#text/comments.ts'
import styles from './Comment.module.css'
import { CommentBody } from './CommentBody.tsx'
import { CommentEditor } from './CommentEditor.tsx'
import { CommentLike } from './CommentLike.tsx'
import { CommentMenu } from './CommentMenu.tsx'
import { PendingComment } from './PendingComment.tsx'

/** The title that comments are about, with its name for the list of pending changes. */
export interface CommentSubject {
  titleId: number
  name: string
}

/** A comment that the server has, so that it has an id. */
export type StoredComment = ShownComment & { id: number }

/** A listed comment. `change`: the user's unsent creation of the comment, with its actions. */
export function CommentItem({
  comment,
  subject,
  change,
  children,
}: {
  comment: ShownComment
  subject: CommentSubject
  change: UnsentComment | undefined
  children?: ReactNode
}) {
  const [isEditing, setEditing] = useState(false)
  if (comment.deleted) return <p className={`${styles.comment} ${styles.gone}`}>{commentText.deleted}</p>
  const { author, body, spoiler, createdAt, editedAt, pending, reported } = comment
  const stored = isStored(comment) ? comment : undefined
  if (isEditing && stored) {
    return <CommentEditor comment={stored} subject={subject} onClose={() => setEditing(false)} />
  }
  return (
    <PendingComment change={change}>
      {(actions) => (
        <CommentBody
          {...{ author, body, spoiler, createdAt }}
          isEdited={editedAt !== null}
          note={
            <>
              {reported && <span className={styles.when}>{commentText.reported}</span>}
              {pending && <PendingMark withText />}
            </>
          }
          menu={stored && <CommentMenu comment={stored} subject={subject} onEdit={() => setEditing(true)} />}
        >
          <div className={styles.actions}>
            {stored && <CommentLike comment={stored} subject={subject} />}
            {children}
            {actions}
          </div>
        </CommentBody>
      )}
    </PendingComment>
  )
}

function isStored(comment: ShownComment): comment is StoredComment {
  return comment.id !== undefined
}

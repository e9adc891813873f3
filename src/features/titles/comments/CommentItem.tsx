import type { ReactNode } from 'react'
import type { ShownComment } from '#data/areas/comments.ts'
import type { UnsentComment } from '#data/areas/pendingComments.ts'
import { PendingMark } from '#parts/actions/PendingMark.tsx'
import { CommentBody } from './CommentBody.tsx'
import { PendingComment } from './PendingComment.tsx'

/** A listed comment. `change`: the user's pending mutation of it, with its actions. */
export function CommentItem({
  comment,
  change,
  children,
}: {
  comment: ShownComment
  change: UnsentComment | undefined
  children?: ReactNode
}) {
  const { author, body, spoiler, createdAt, pending } = comment
  return (
    <PendingComment change={change}>
      {(actions) => (
        <CommentBody {...{ author, body, spoiler, createdAt }} note={pending && <PendingMark withText />}>
          {children}
          {actions}
        </CommentBody>
      )}
    </PendingComment>
  )
}

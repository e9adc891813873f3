import type { ReactNode } from 'react'
import type { CommentChange } from '#data/commentChanges.ts'
import type { ShownComment } from '#data/comments.ts'
import { PendingMark } from '#parts/PendingMark.tsx'
import { CommentWords } from './CommentWords.tsx'
import { OwnWaiting } from './OwnWaiting.tsx'

/** A comment of the list; with `change`, one's own that waits, and what can be done about it. */
export function ShownWords({
  comment,
  change,
  children,
}: {
  comment: ShownComment
  change: CommentChange | undefined
  children?: ReactNode
}) {
  return (
    <OwnWaiting change={change}>
      {(acts) => (
        <CommentWords {...comment} note={comment.pending && <PendingMark words />}>
          {children}
          {acts}
        </CommentWords>
      )}
    </OwnWaiting>
  )
}

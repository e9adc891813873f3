import { useState } from 'react'
import { REPORT_REASONS, type ReportReason } from '#contract/commentReactions.ts'
import { changeComment } from '#data/areas/commentChanges.ts'
import { reportComment } from '#data/areas/commentReactions.ts'
import { ActionMenu } from '#parts/actions/ActionMenu.tsx'
import { useMutationAction } from '#parts/actions/useMutationAction.ts'
import { appText } from '#text/app.ts'
import { commentText } from '#text/comments.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import styles from './Comment.module.css'
import { COMMENTS_ANCHOR } from './CommentForm.tsx'
import type { CommentSubject, StoredComment } from './CommentItem.tsx'

interface Props {
  comment: StoredComment
  subject: CommentSubject
}

/** Actions of a comment: the user edits and deletes their own and reports those of others, once. */
export function CommentMenu({ comment, subject, onEdit }: Props & { onEdit: () => void }) {
  if (comment.own) return <OwnMenu comment={comment} subject={subject} onEdit={onEdit} />
  return comment.reported ? null : <ReportMenu comment={comment} subject={subject} />
}

function OwnMenu({ comment, subject, onEdit }: Props & { onEdit: () => void }) {
  const run = useMutationAction()
  const { id: commentId, author, body, spoiler } = comment
  const change = (deleted: boolean) => changeComment({ commentId, ...subject, deleted, body, spoiler })
  const restore = () =>
    run(async () => {
      await change(false)
      showSnackbar({ text: commentText.restored })
    })
  const remove = () =>
    run(async () => {
      await change(true)
      showSnackbar({
        text: commentText.deletedNotice,
        action: { label: appText.undo, act: () => void restore() },
      })
    })
  return (
    <ActionMenu
      className={styles.menu}
      label={commentText.actions(author)}
      actions={[
        { key: 'edit', text: commentText.edit, act: onEdit },
        { key: 'delete', text: commentText.delete, act: () => void remove() },
      ]}
    />
  )
}

function ReportMenu({ comment: { id: commentId, author }, subject }: Props) {
  const run = useMutationAction(COMMENTS_ANCHOR)
  const [asksWhy, setAsksWhy] = useState(false)
  const report = (reason: ReportReason) => {
    const input = { commentId, ...subject, reason }
    return run(
      async () => {
        await reportComment(input)
        showSnackbar({ text: commentText.reportedNotice })
      },
      { kind: 'reportComment', ...input },
    )
  }
  return (
    <ActionMenu
      className={styles.menu}
      label={commentText.actions(author)}
      heading={asksWhy ? commentText.reportWhy : undefined}
      onClose={() => setAsksWhy(false)}
      actions={
        asksWhy
          ? REPORT_REASONS.map((reason) => ({
              key: reason,
              text: commentText.reasons[reason],
              act: () => void report(reason),
            }))
          : [{ key: 'report', text: commentText.report, keepsOpen: true, act: () => setAsksWhy(true) }]
      }
    />
  )
}

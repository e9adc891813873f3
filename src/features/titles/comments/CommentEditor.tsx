import { changeComment, editDraft } from '#data/areas/commentChanges.ts'
import { deleteDraft } from '#data/database/drafts.ts'
import { commentText } from '#text/comments.ts'
import styles from './Comment.module.css'
import { CommentForm } from './CommentForm.tsx'
import type { CommentSubject, StoredComment } from './CommentItem.tsx'

/** Form with the text of an own comment. The edited text survives a reload as a draft. */
export function CommentEditor({
  comment: { id, body, spoiler },
  subject,
  onClose,
}: {
  comment: StoredComment
  subject: CommentSubject
  onClose: () => void
}) {
  const draft = editDraft(id)
  return (
    <div className={styles.edited}>
      <CommentForm
        draft={draft}
        initialDraft={{ text: body, spoiler }}
        label={commentText.editField}
        submit={commentText.saveEdit}
        focused
        onSend={async (words) => {
          await changeComment({ commentId: id, ...subject, deleted: false, ...words })
          deleteDraft(draft)
          onClose()
          return true
        }}
        onCancel={() => {
          deleteDraft(draft)
          onClose()
        }}
      />
    </div>
  )
}

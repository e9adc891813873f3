import { useState } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import { commentDraft, type ShownComment, sendComment } from '#data/areas/comments.ts'
import type { DeferredAction } from '#data/areas/deferredAction.ts'
import { useComments, usePendingComments } from '#data/react/titleHooks.ts'
import { useHistoryNumber } from '#parts/navigation/useHistoryState.ts'
import { commentText } from '#text/comments.ts'
import { COMMENTS_ANCHOR, CommentForm } from './CommentForm.tsx'
import { CommentList } from './CommentList.tsx'
import styles from './Comments.module.css'
import { CommentThread } from './CommentThread.tsx'
import { FailedComment } from './FailedComment.tsx'

/** No reply form is open. */
const NONE = 0

/** The comments of a title with a form. The user's own comments show at once. */
export function Comments({ title: { id: titleId, titleFa, titleEn } }: { title: TitleCard }) {
  const view = useComments(titleId)
  const changes = usePendingComments(titleId) ?? []
  const failed = changes.filter(({ failure }) => failure)
  const [replyingTo, setReplyingTo] = useHistoryNumber('answered', NONE)
  const [isFormRequested, setFormRequested] = useState(false)
  const total = view.state === 'ready' ? view.data.meta?.total : undefined
  const name = titleFa || titleEn
  const deferred =
    (replyTo: number | null) =>
    (words: { body: string; spoiler: boolean }): DeferredAction => ({
      kind: 'comment',
      titleId,
      name,
      replyTo,
      ...words,
    })
  const send = async (words: { body: string; spoiler: boolean }, replyTo: number | null) => {
    await sendComment({ titleId, ...words, replyTo, name })
    if (replyTo !== null) setReplyingTo(NONE)
    return true
  }
  const changeOf = ({ key, pending }: ShownComment) => (pending ? changes.find((one) => one.key === key) : undefined)

  const thread = (comment: ShownComment) => {
    const { id, author, deleted } = comment
    const answer = id !== undefined && replyingTo === id && (
      <CommentForm
        draft={commentDraft(titleId, id)}
        label={commentText.replyField(author)}
        submit={commentText.sendReply}
        focused={isFormRequested}
        onSend={(words) => send(words, id)}
        deferred={deferred(id)}
        onCancel={() => setReplyingTo(NONE)}
      />
    )
    const toggle = () => {
      setFormRequested(true)
      setReplyingTo(replyingTo === id || id === undefined ? NONE : id)
    }
    return (
      <CommentThread
        comment={comment}
        subject={{ titleId, name }}
        changeOf={changeOf}
        onReply={id === undefined || deleted ? undefined : toggle}
        answer={answer}
      />
    )
  }
  return (
    <section id={COMMENTS_ANCHOR} className={styles.comments} aria-labelledby={`${COMMENTS_ANCHOR}-title`}>
      <h2 id={`${COMMENTS_ANCHOR}-title`} className={styles.title}>
        {commentText.title}
        {total !== undefined && total > 0 && <span className={styles.count}>{commentText.count(total)}</span>}
      </h2>
      <div className={styles.columns}>
        <div className={styles.write}>
          <CommentForm
            draft={commentDraft(titleId)}
            label={commentText.field}
            submit={commentText.send}
            onSend={(words) => send(words, null)}
            deferred={deferred(null)}
          />
        </div>
        <div>
          {failed.map((change) => (
            <FailedComment key={change.key} change={change} />
          ))}
          <CommentList titleId={titleId} excluded={new Set(failed.map(({ key }) => key))}>
            {thread}
          </CommentList>
        </div>
      </div>
    </section>
  )
}

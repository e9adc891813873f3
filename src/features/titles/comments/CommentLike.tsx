import { isCommentLiked, setCommentLiked } from '#data/areas/commentReactions.ts'
import { useToggle } from '#parts/actions/useToggle.ts'
import { commentText } from '#text/comments.ts'
import { roundNumber } from '#text/titleFacts.ts'
import { HeartIcon } from '#ui/icons/icons.tsx'
import styles from './Comment.module.css'
import type { CommentSubject, StoredComment } from './CommentItem.tsx'

/** Heart with the number of likes. The user can like the comments of others only. */
export function CommentLike({ comment, subject }: { comment: StoredComment; subject: CommentSubject }) {
  const { id: commentId, author, own, liked, likes } = comment
  const like = { ...subject, commentId }
  const toggle = useToggle(liked, {
    read: () => isCommentLiked(commentId),
    write: (isLiked) => setCommentLiked({ ...like, liked: isLiked }),
    deferred: { kind: 'likeComment', ...like },
  })
  const count = likes > 0 && (
    <>
      <span aria-hidden="true">{roundNumber(likes)}</span>
      <span className="sr-only">{commentText.likes(likes)}</span>
    </>
  )
  if (own) {
    return (
      count && (
        <span className={`${styles.like} ${styles.likes}`}>
          <HeartIcon size={18} />
          {count}
        </span>
      )
    )
  }
  return (
    <button
      type="button"
      className={styles.like}
      aria-pressed={liked}
      aria-label={commentText.like(author)}
      onClick={toggle}
    >
      <HeartIcon size={18} />
      {count}
    </button>
  )
}

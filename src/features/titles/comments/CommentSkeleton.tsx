import { commentText } from '#text/comments.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import styles from './Comment.module.css'

const ROWS = [0, 1, 2]

/** Placeholders of the first comments. */
export function CommentSkeleton() {
  return (
    <div role="status" aria-label={commentText.loading}>
      {ROWS.map((row) => (
        <div key={row} className={styles.comment}>
          <Skeleton inlineSize={38} blockSize={38} radius="50%" />
          <div className={styles.text}>
            <Skeleton inlineSize="30%" blockSize={14} />
            <div className={styles.gap} />
            <Skeleton inlineSize="90%" blockSize={12} />
          </div>
        </div>
      ))}
    </div>
  )
}

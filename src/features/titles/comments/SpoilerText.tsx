import { useId, useState } from 'react'
import { commentText } from '#text/comments.ts'
import styles from './Comment.module.css'

/**
 * Text of a comment. A spoiler is not in the document until the user reveals it, so that neither eyes nor screen
 * readers meet it.
 */
export function SpoilerText({ body, spoiler }: { body: string; spoiler: boolean }) {
  const id = useId()
  const [isRevealed, setRevealed] = useState(false)
  if (!spoiler) return <Text body={body} />
  return (
    <div>
      <p className={styles.warning}>{commentText.covered}</p>
      <div id={id}>{isRevealed ? <Text body={body} /> : <span className={styles.cover} aria-hidden="true" />}</div>
      <button
        type="button"
        className={styles.action}
        aria-expanded={isRevealed}
        aria-controls={id}
        onClick={() => setRevealed(!isRevealed)}
      >
        {isRevealed ? commentText.cover : commentText.uncover}
      </button>
    </div>
  )
}

function Text({ body }: { body: string }) {
  return (
    <p className={styles.body} dir="auto">
      {body}
    </p>
  )
}

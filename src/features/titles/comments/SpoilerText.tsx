import { useId, useState } from 'react'
import { commentText } from '#text/comments.ts'
import styles from './Comment.module.css'

/**
 * Text of a comment. A spoiler is not in the document until the user reveals it, so that neither eyes nor screen
 * readers meet it.
 */
export function SpoilerText({ body, spoiler }: { body: string; spoiler: boolean }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (!spoiler) return <Words body={body} />
  return (
    <div>
      <p className={styles.warning}>{commentText.covered}</p>
      <div id={id}>{isOpen ? <Words body={body} /> : <span className={styles.cover} aria-hidden="true" />}</div>
      <button
        type="button"
        className={styles.action}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? commentText.cover : commentText.uncover}
      </button>
    </div>
  )
}

function Words({ body }: { body: string }) {
  return (
    <p className={styles.body} dir="auto">
      {body}
    </p>
  )
}

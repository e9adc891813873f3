import type { PictureShape } from '#contract/pictures.ts'
import { applyStyle } from './applyStyle.ts'
import styles from './PictureFallback.module.css'

/** Replaces a missing picture: a curtain in the picture's colour with the name on it, or a silhouette for a person. */
export function PictureFallback({
  shape,
  alt,
  color,
  lettering,
  fill,
}: {
  shape: PictureShape
  alt: string
  color: string | null
  lettering: string | undefined
  fill: boolean
}) {
  return (
    <div
      ref={(box) => applyStyle(box, { '--own-color': color })}
      className={`${styles.fallback} ${fill ? styles.fill : ''}`}
      data-shape={shape}
      role="img"
      aria-label={alt}
      aria-hidden={alt === ''}
    >
      {shape === 'portrait' ? <Head /> : <div className={styles.curtain} />}
      {lettering !== undefined && <span className={styles.lettering}>{lettering}</span>}
    </div>
  )
}

function Head() {
  return (
    <svg className={styles.head} viewBox="0 0 60 60" aria-hidden="true">
      <circle cx="30" cy="24" r="10" />
      <path d="M10 60c1-15 9-22 20-22s19 7 20 22z" />
    </svg>
  )
}

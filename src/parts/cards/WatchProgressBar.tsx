import { titleText } from '#text/titles.ts'
import styles from './WatchProgressBar.module.css'

/** Thin progress bar on the lower edge of the containing box. */
export function WatchProgressBar({ part }: { part: number }) {
  return (
    <span className={styles.track}>
      <span className={styles.bar} style={{ inlineSize: `${Math.round(part * 100)}%` }} />
      <span className="sr-only">{titleText.watchedPart(part)}</span>
    </span>
  )
}

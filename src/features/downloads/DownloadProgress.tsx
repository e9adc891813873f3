import { downloadsText } from '#text/downloads.ts'
import styles from './DownloadProgress.module.css'

/** Progress of a download. `isResting`: the download is not running. */
export function DownloadProgress({ part, label, isResting }: { part: number; label: string; isResting: boolean }) {
  return (
    <div className={styles.progress}>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(part * 100)}
        aria-valuetext={downloadsText.percent(part)}
      >
        <span
          className={styles.bar}
          data-resting={isResting || undefined}
          style={{ inlineSize: `${Math.max(part * 100, 1)}%` }}
        />
      </div>
      <span className={styles.percent} aria-hidden="true">
        {downloadsText.percent(part)}
      </span>
    </div>
  )
}

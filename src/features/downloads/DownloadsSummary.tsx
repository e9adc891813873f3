import { Link } from '@tanstack/react-router'
import { useDownloads } from '#data/react/downloadHooks.ts'
import { downloadsText } from '#text/downloads.ts'
import { DownloadProgress } from './DownloadProgress.tsx'
import styles from './DownloadsSummary.module.css'
import { useDownloadWait } from './useDownloadWait.ts'
import { downloadedFraction, fullName, stateText } from './videoTexts.ts'

/** Maximum items; the downloads screen shows the others. */
const MAX_ITEMS = 4

/**
 * A short list of downloads with a link to all of them; renders nothing without downloads. `moving`: only running and
 * failed ones.
 */
export function DownloadsSummary({ moving = false, onLeave }: { moving?: boolean; onLeave?: () => void }) {
  const videos = useDownloads()
  const wait = useDownloadWait()
  if (videos === undefined || videos === 'guest') return null
  const some = moving ? videos.filter(({ state }) => state === 'wanted' || state === 'stopped') : videos
  if (some.length === 0) return null
  const bytes = videos.reduce((sum, video) => sum + video.bytes, 0)
  return (
    <section className={styles.summary} aria-label={downloadsText.title}>
      <div className={styles.head}>
        <h3 className={styles.title}>{downloadsText.title}</h3>
        <Link to="/user/downloads" className={styles.all} onClick={onLeave}>
          {moving ? downloadsText.all : downloadsText.summary(videos.length, bytes)}
        </Link>
      </div>
      <ul>
        {some.slice(0, MAX_ITEMS).map((video) => (
          <li key={video.fileId} className={styles.item}>
            <p className={styles.name}>{fullName(video)}</p>
            <p className={video.state === 'stopped' ? styles.why : styles.state}>{stateText(video, wait)}</p>
            {video.state === 'wanted' && (
              <DownloadProgress
                part={downloadedFraction(video)}
                label={downloadsText.progressOf(fullName(video))}
                isResting={wait !== undefined}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

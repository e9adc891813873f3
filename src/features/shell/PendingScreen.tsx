import { appText } from '#text/app.ts'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import styles from './PendingScreen.module.css'

/** Shown when the chunk of a screen takes long to load. */
export function PendingScreen() {
  return (
    <div className={styles.pending} role="status">
      <Spinner size={32} />
      <span className="sr-only">{appText.loading}</span>
    </div>
  )
}

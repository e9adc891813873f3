import { appText } from '#text/app.ts'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import styles from './PendingScreen.module.css'

/** Stands where a screen will, when its own code takes long to come. */
export function PendingScreen() {
  return (
    <div className={styles.pending} role="status">
      <Spinner size={32} />
      <span className="sr-only">{appText.loading}</span>
    </div>
  )
}

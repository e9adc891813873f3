import { appText } from '#text/app.ts'
import styles from './Shell.module.css'

/** Skips the menus; visible only with keyboard focus. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.skip} aria-label={appText.skip}>
      {appText.skip}
    </a>
  )
}

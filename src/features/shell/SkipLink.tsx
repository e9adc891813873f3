import { appText } from '#text/app.ts'
import styles from './Shell.module.css'

/** The first stop of the tab key: past the menus. Seen only by who gets there. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.skip} aria-label={appText.skip}>
      {appText.skip}
    </a>
  )
}

import { downloadFactsText } from '#text/downloads.ts'
import { DownIcon } from '#ui/icons/icons.tsx'
import styles from './DownloadFacts.module.css'

/** Discloses what happens to downloads when the subscription ends, the film changes, space runs out or the device stays offline. */
export function DownloadFacts() {
  return (
    <details className={styles.facts}>
      <summary className={styles.title}>
        {downloadFactsText.title}
        <span className={styles.arrow}>
          <DownIcon size={20} />
        </span>
      </summary>
      <dl className={styles.list}>
        {downloadFactsText.facts.map(({ when, consequence }) => (
          <div key={when}>
            <dt className={styles.when}>{when}</dt>
            <dd className={styles.consequence}>{consequence}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

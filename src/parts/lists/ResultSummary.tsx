import { factsLine } from '#text/titleFacts.ts'
import { browseText } from '#text/titles.ts'
import styles from './ResultSummary.module.css'

/** Number of results, or `text` instead, and the age of cached content. Reserves its height before either is known. */
export function ResultSummary({
  total,
  text = total === undefined ? undefined : browseText.total(total),
  age,
}: {
  total?: number
  text?: string | undefined
  age?: string | undefined
}) {
  return (
    <p className={styles.summary} role="status">
      {factsLine([text, age])}
    </p>
  )
}

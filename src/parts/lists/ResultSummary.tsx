import { factsLine } from '#text/titleFacts.ts'
import { browseText } from '#text/titles.ts'
import styles from './ResultSummary.module.css'

/** How many titles a sight holds, or what else `words` say of it, and how old it is when the server is out of reach; its place stands before either is known. */
export function ResultSummary({
  total,
  words = total === undefined ? undefined : browseText.total(total),
  age,
}: {
  total?: number
  words?: string | undefined
  age?: string | undefined
}) {
  return (
    <p className={styles.summary} role="status">
      {factsLine([words, age])}
    </p>
  )
}

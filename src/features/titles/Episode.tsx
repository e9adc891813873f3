import type { Title } from '#contract/titles.ts'
import { formatDate, persianDigits } from '#text/format.ts'
import { factsLine, runtimeWords } from '#text/titleFacts.ts'
import { titleText } from '#text/titles.ts'
import styles from './Episode.module.css'

/** One episode of a season; an item of its list. */
export function Episode({
  episode: { number, titleFa, titleEn, runtime, airedAt },
}: {
  episode: Title['seasons'][number]['episodes'][number]
}) {
  return (
    <li className={styles.episode}>
      <span className={styles.number} aria-hidden="true">
        {persianDigits(number)}
      </span>
      <div className={styles.words}>
        <p className={styles.name}>
          <span className="sr-only">{titleText.episode(number)}: </span>
          {titleFa ?? titleEn ?? titleText.episode(number)}
        </p>
        {titleFa !== null && titleEn !== null && (
          <p className={styles.latin}>
            <bdi dir="ltr">{titleEn}</bdi>
          </p>
        )}
        <p className={styles.facts}>{factsLine([airedAt && formatDate(airedAt), runtimeWords(runtime)])}</p>
      </div>
    </li>
  )
}

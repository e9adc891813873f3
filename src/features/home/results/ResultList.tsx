import type { TitleCard } from '#contract/titleCards.ts'
import { TitleListItem } from '#parts/cards/TitleListItem.tsx'
import { useCardStates } from '#parts/cards/useCardStates.ts'
import { ResultSummary } from '#parts/lists/ResultSummary.tsx'
import { browseText, readText } from '#text/titles.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import styles from './ResultList.module.css'

/** Posters on the first screen, which load eagerly. */
const EAGER = 5
const PLACEHOLDERS = 8

export function ResultList({ titles }: { titles: TitleCard[] }) {
  const stateOf = useCardStates(titles)
  return (
    <>
      <h2 className="sr-only">{browseText.list}</h2>
      <ul className={styles.list} aria-label={browseText.list}>
        {titles.map((card, at) => (
          <li key={card.id}>
            <TitleListItem card={card} state={stateOf(card.id)} first={at < EAGER} />
          </li>
        ))}
      </ul>
    </>
  )
}

export function ResultListSkeleton() {
  return (
    <div role="status" aria-label={readText.loading}>
      <ResultSummary />
      <div className={styles.list}>
        {Array.from({ length: PLACEHOLDERS }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
          <div key={at} className={styles.placeholder}>
            <Skeleton inlineSize={72} blockSize={108} />
            <div className={styles.lines}>
              <Skeleton inlineSize="55%" blockSize={16} />
              <Skeleton inlineSize="40%" blockSize={10} />
              <Skeleton inlineSize="70%" blockSize={10} />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

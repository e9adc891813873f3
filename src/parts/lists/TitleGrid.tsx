import type { TitleCard as Card } from '#contract/titleCards.ts'
import { CardSkeleton } from '#parts/cards/CardSkeleton.tsx'
import { TitleCard } from '#parts/cards/TitleCard.tsx'
import { useCardStates } from '#parts/cards/useCardStates.ts'
import { formatNumber } from '#text/format.ts'
import { readText } from '#text/titles.ts'
import styles from './TitleGrid.module.css'

/**
 * A grid of title cards. `eager`: number of posters that load eagerly because they are on the first screen.
 * `numberedFrom`: rank of the first title where the order is meaningful.
 */
export function TitleGrid({
  titles,
  label,
  eager = 0,
  numberedFrom,
}: {
  titles: Card[]
  label: string
  eager?: number
  numberedFrom?: number | undefined
}) {
  const stateOf = useCardStates(titles)
  const List = numberedFrom === undefined ? 'ul' : 'ol'
  return (
    <List className={styles.grid} aria-label={label} start={numberedFrom}>
      {titles.map((card, at) => (
        <li key={card.id} className={styles.item}>
          {numberedFrom !== undefined && (
            <span className={styles.number} aria-hidden="true">
              <span>{formatNumber(numberedFrom + at)}</span>
            </span>
          )}
          <TitleCard card={card} state={stateOf(card.id)} first={at < eager} />
        </li>
      ))}
    </List>
  )
}

/** Placeholder of the grid, in its final size. */
export function TitleGridSkeleton({ count }: { count: number }) {
  return (
    <div role="status" aria-label={readText.loading}>
      <div className={styles.grid}>
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
          <CardSkeleton key={at} />
        ))}
      </div>
    </div>
  )
}

import { CardSkeleton } from '#parts/cards/CardSkeleton.tsx'
import line from '#parts/cards/TitleListItem.module.css'
import grid from '#parts/lists/TitleGrid.module.css'
import { watchlistText } from '#text/watchlist.ts'
import find from '#ui/controls/FilterInput.module.css'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import list from './SavedList.module.css'
import styles from './WatchlistBar.module.css'
import type { WatchlistLook } from './WatchlistBar.tsx'

const ROWS = Array.from({ length: 24 }, (_, row) => row)

/** Placeholder of the screen, in its final size. */
export function WatchlistSkeleton({ look }: { look: WatchlistLook }) {
  return (
    <div role="status" aria-label={watchlistText.loading}>
      <div className={styles.bar}>
        <div className={find.field}>
          <Skeleton blockSize={44} radius="var(--radius-m)" />
        </div>
        <Skeleton inlineSize={196} blockSize={46} radius="var(--radius-m)" />
        <Skeleton inlineSize={132} blockSize={44} radius="var(--radius-m)" />
      </div>
      <div className={styles.under}>
        <Skeleton inlineSize={72} blockSize={14} />
        <Skeleton inlineSize={96} blockSize={46} radius="var(--radius-m)" />
      </div>
      <div className={look === 'grid' ? grid.grid : list.lines}>
        {ROWS.map((row) => (look === 'grid' ? <CardSkeleton key={row} /> : <RowSkeleton key={row} />))}
      </div>
    </div>
  )
}

function RowSkeleton() {
  return (
    <div className={line.line}>
      <div className={line.link}>
        <Skeleton inlineSize={72} ratio="2 / 3" />
        <div className={line.text}>
          <Skeleton inlineSize="55%" blockSize={14} />
        </div>
      </div>
    </div>
  )
}

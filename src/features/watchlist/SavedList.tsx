import type { SavedTitle } from '#data/areas/watchlist.ts'
import { useHasPremium } from '#data/react/premiumHooks.ts'
import { useReachable } from '#data/react/readHooks.ts'
import { useOpenedTitles } from '#data/react/titleHooks.ts'
import grid from '#parts/lists/TitleGrid.module.css'
import { watchlistText } from '#text/watchlist.ts'
import { useFocusAfterRemoval } from '#ui/lists/useFocusAfterRemoval.ts'
import { VirtualList } from '#ui/lists/VirtualList.tsx'
import { SavedItem } from './SavedItem.tsx'
import styles from './SavedList.module.css'
import type { WatchlistLook } from './WatchlistBar.tsx'

/** Estimated heights, in px: a row, and a card on a phone. */
const ESTIMATED_HEIGHT = { list: 133, grid: 240 } as const

/** The watchlist as a virtual list of cards or rows. */
export function SavedList({
  items,
  complete,
  look,
  onRemove,
}: {
  items: SavedTitle[]
  complete: boolean
  look: WatchlistLook
  /** Must be a stable function, because items are memoized. */
  onRemove: (item: SavedTitle) => void
}) {
  const reachable = useReachable()
  const hasPremium = useHasPremium()
  const opened = useOpenedTitles()
  const { container, remove } = useFocusAfterRemoval(items, onRemove)
  return (
    <div ref={container}>
      <h2 className="sr-only">{watchlistText.list}</h2>
      <VirtualList
        key={look}
        items={items}
        complete={complete}
        keyOf={({ titleId }) => titleId}
        label={watchlistText.list}
        className={look === 'grid' ? grid.grid : styles.lines}
        estimatedHeight={ESTIMATED_HEIGHT[look]}
      >
        {(item, light) => (
          <SavedItem
            item={item}
            light={light}
            look={look}
            outOfReach={!reachable && opened !== undefined && !opened.has(item.titleId)}
            isLocked={hasPremium === false && item.card.isPremium === true}
            onRemove={remove}
          />
        )}
      </VirtualList>
    </div>
  )
}

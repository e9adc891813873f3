import { memo, useMemo } from 'react'
import type { Watched } from '#data/areas/history.ts'
import { clock } from '#data/platform/clock.ts'
import { useReachable } from '#data/react/readHooks.ts'
import { useOpenedTitles } from '#data/react/titleHooks.ts'
import { historyText } from '#text/history.ts'
import { useFocusAfterRemoval } from '#ui/lists/useFocusAfterRemoval.ts'
import { VirtualList } from '#ui/lists/VirtualList.tsx'
import { dayName, dayOf, dayStarts } from './days.ts'
import { WatchedItem } from './WatchedItem.tsx'
import styles from './WatchedList.module.css'

/** Estimated row height, in px. */
const ESTIMATED_HEIGHT = 133

/** The watch history as a virtual list, grouped by day. */
export function WatchedList({
  items,
  complete,
  onRemove,
}: {
  items: Watched[]
  complete: boolean
  /** Must be a stable function, because items are memoized. */
  onRemove: (item: Watched) => void
}) {
  const reachable = useReachable()
  const opened = useOpenedTitles()
  const { container, remove } = useFocusAfterRemoval(items, onRemove)
  const starts = useMemo(() => dayStarts(items), [items])
  const today = dayOf(new Date(clock.now()))
  return (
    <div ref={container}>
      <VirtualList
        items={items}
        complete={complete}
        keyOf={({ titleId }) => titleId}
        label={historyText.list}
        className={styles.lines}
        estimatedHeight={ESTIMATED_HEIGHT}
        headedItems={starts}
        renderHeading={({ watchedAt }) => <Day at={watchedAt} today={today} />}
      >
        {(item, light) => (
          <WatchedItem
            item={item}
            light={light}
            outOfReach={!reachable && opened !== undefined && !opened.has(item.titleId)}
            onRemove={remove}
          />
        )}
      </VirtualList>
    </div>
  )
}

/** Memoized by day, so that adding or removing a row formats no dates. */
const Day = memo(function Day({ at }: { at: string; today: number }) {
  return <h2 className={styles.day}>{dayName(at, clock.now())}</h2>
})

import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { useOpenedTitles, useReachable } from '#data/hooks.ts'
import type { SavedTitle } from '#data/watchlist.ts'
import grid from '#parts/TitleGrid.module.css'
import { watchlistText } from '#text/watchlist.ts'
import { WindowList } from '#ui/WindowList.tsx'
import { SavedItem } from './SavedItem.tsx'
import styles from './SavedList.module.css'
import type { WatchlistLook } from './WatchlistBar.tsx'

/** Heights before anything could be measured, in px: a line, and a poster with its words on a phone. */
const GUESS = { list: 133, grid: 240 } as const

/** The saved titles, however many, as posters or as lines. */
export function SavedList({
  items,
  look,
  onTakenOff,
}: {
  items: SavedTitle[]
  look: WatchlistLook
  /** Must stay the same function, or every item is drawn anew. */
  onTakenOff: (item: SavedTitle) => void
}) {
  const reachable = useReachable()
  const opened = useOpenedTitles()
  const place = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusKeeper(place, items)
  const onSaved = useCallback(
    (item: SavedTitle, saved: boolean) => {
      if (saved) return
      keepFocus()
      onTakenOff(item)
    },
    [keepFocus, onTakenOff],
  )
  return (
    <div ref={place}>
      <h2 className="sr-only">{watchlistText.list}</h2>
      <WindowList
        key={look}
        items={items}
        keyOf={({ titleId }) => titleId}
        label={watchlistText.list}
        className={look === 'grid' ? grid.grid : styles.lines}
        guess={GUESS[look]}
      >
        {(item) => (
          <SavedItem
            item={item}
            look={look}
            outOfReach={!reachable && opened !== undefined && !opened.has(item.titleId)}
            onSaved={onSaved}
          />
        )}
      </WindowList>
    </div>
  )
}

/** After the item with the focus has gone, the one that took its place has it: the keyboard stays where it was. */
function useFocusKeeper(place: RefObject<HTMLElement | null>, items: SavedTitle[]): () => void {
  const left = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list has changed, that is the moment
  useLayoutEffect(() => {
    if (left.current === undefined) return
    const at = Math.min(left.current, items.length)
    const button = place.current?.querySelector<HTMLElement>(`li[aria-posinset="${at}"] button`)
    // Only what has lost the focus gets it back: the person may be elsewhere by now.
    if (document.activeElement === document.body) button?.focus({ preventScroll: true })
    left.current = undefined
  }, [items])
  return useCallback(() => {
    const item = document.activeElement?.closest('li[aria-posinset]')
    if (item && place.current?.contains(item)) left.current = Number(item.getAttribute('aria-posinset'))
  }, [place])
}

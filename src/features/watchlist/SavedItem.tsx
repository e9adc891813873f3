import { memo } from 'react'
import type { SavedTitle } from '#data/areas/watchlist.ts'
import { clock } from '#data/platform/clock.ts'
import { TitleCard } from '#parts/cards/TitleCard.tsx'
import { TitleListItem } from '#parts/cards/TitleListItem.tsx'
import { formatRelative } from '#text/format.ts'
import { watchlistText } from '#text/watchlist.ts'
import type { WatchlistLook } from './WatchlistBar.tsx'

/** A saved title, as a card or as a row with the date it was saved. */
export const SavedItem = memo(function SavedItem({
  item,
  light,
  look,
  outOfReach,
  isLocked,
  onRemove,
}: {
  item: SavedTitle
  /** Renders text only. */
  light: boolean
  look: WatchlistLook
  /** Offline, and its page is not cached. */
  outOfReach: boolean
  /** The title needs premium, which the user does not have. */
  isLocked: boolean
  /** Must be a stable function, because items are memoized. */
  onRemove: (item: SavedTitle) => void
}) {
  const shown = {
    card: item.card,
    light,
    state: { saved: { saved: true, pending: item.pending }, outOfReach, isLocked },
    onToggle: () => onRemove(item),
  }
  if (look === 'grid') return <TitleCard {...shown} />
  const when = formatRelative(Date.parse(item.savedAt), clock.now())
  return <TitleListItem {...shown} note={watchlistText.savedAt(when)} />
})

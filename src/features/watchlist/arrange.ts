import type { SavedTitle } from '#data/watchlist.ts'
import { isNamed } from '#parts/isNamed.ts'
import type { WatchlistSearch, WatchlistSort } from './watchlistSearch.ts'

const alphabet = new Intl.Collator('fa', { numeric: true })

/** Of the list, in the order given (newest saved first), what the person asks to see. */
export function arrange(items: SavedTitle[], { q, type, sort }: WatchlistSearch): SavedTitle[] {
  const isAsked = isNamed(q)
  const shown = items.filter(({ card }) => (type === 'all' || card.type === type) && isAsked(card))
  const order = orders[sort]
  return order ? shown.sort(order) : shown
}

type Order = (one: SavedTitle, other: SavedTitle) => number

/** Sorting is stable: equals stay newest saved first. What is not known comes last. */
const orders: Record<WatchlistSort, Order | undefined> = {
  saved: undefined,
  year: (one, other) => (other.card.year ?? -Infinity) - (one.card.year ?? -Infinity) || 0,
  rating: (one, other) => (other.card.rating ?? -1) - (one.card.rating ?? -1),
  name: (one, other) => alphabet.compare(nameOf(one), nameOf(other)),
}

function nameOf({ card }: SavedTitle): string {
  return card.titleFa || card.titleEn
}

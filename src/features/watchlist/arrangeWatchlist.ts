import type { TitleType } from '#contract/titleCards.ts'
import type { SavedTitle } from '#data/areas/watchlist.ts'
import { merged } from '#data/search/sortedList.ts'
import { matchesQuery } from '#parts/lists/matchesQuery.ts'
import type { WatchlistSearch, WatchlistSort } from './watchlistSearch.ts'

const alphabet = new Intl.Collator('fa', { numeric: true })

/** Of a list that changed by more than this all is sorted anew. */
const FEW = 200

export interface Arranged {
  /** what of it is shown, in its order */
  shown: SavedTitle[]
  items: SavedTitle[]
  search: WatchlistSearch
}

/**
 * Of the list, in the order given (newest saved first), what the person asks to see. `before`: what was arranged last;
 * where only some items have come or gone since, only those are put in their places.
 */
export function arrangeWatchlist(items: SavedTitle[], search: WatchlistSearch, before?: Arranged): Arranged {
  const { q, type, sort } = search
  const isAsked = matchesQuery(q, ({ card }: SavedTitle) => card)
  const isShown = (item: SavedTitle) => (type === 'all' || factsOf(item).type === type) && (isAsked?.(item) ?? true)
  const order = orders[sort]
  if (!order) return { shown: type === 'all' && !isAsked ? items : items.filter(isShown), items, search }

  const places = new Map(items.map((item, at) => [item, at]))
  const placeOf = (item: SavedTitle) => places.get(item) ?? 0
  // Equals stay newest saved first.
  const compare = (one: SavedTitle, other: SavedTitle) => order(one, other) || placeOf(one) - placeOf(other)
  const known = new Set(before?.search === search ? before.items : [])
  const come = items.filter((item) => !known.has(item))
  if (!before || known.size === 0 || come.length > FEW) {
    return { shown: items.filter(isShown).sort(compare), items, search }
  }
  const stay = before.shown.filter((item) => places.has(item))
  return { shown: merged(stay, come.filter(isShown).sort(compare), compare), items, search }
}

type Order = (one: SavedTitle, other: SavedTitle) => number

/** What is not known comes last. */
const orders: Record<WatchlistSort, Order | undefined> = {
  saved: undefined,
  year: (one, other) => factsOf(other).year - factsOf(one).year || 0,
  rating: (one, other) => factsOf(other).rating - factsOf(one).rating,
  name: (one, other) => alphabet.compare(factsOf(one).name, factsOf(other).name),
}

interface Facts {
  type: TitleType
  year: number
  rating: number
  name: string
}
const facts = new WeakMap<SavedTitle, Facts>()

/** Asked of all and many times over: an item's card is read once for it. */
function factsOf(item: SavedTitle): Facts {
  const known = facts.get(item)
  if (known) return known
  const { type, year, rating, titleFa, titleEn } = item.card
  const read = { type, year: year ?? -Infinity, rating: rating ?? -1, name: titleFa || titleEn }
  facts.set(item, read)
  return read
}

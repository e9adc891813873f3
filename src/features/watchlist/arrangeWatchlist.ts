import type { TitleType } from '#contract/titleCards.ts'
import type { SavedTitle } from '#data/areas/watchlist.ts'
import { mergeSorted } from '#data/search/sortedList.ts'
import { matchesQuery } from '#parts/lists/matchesQuery.ts'
import type { WatchlistSearch, WatchlistSort } from './watchlistSearch.ts'

const alphabet = new Intl.Collator('fa', { numeric: true })

/** Above this number of changes, the whole list is sorted again. */
const MERGE_LIMIT = 200

export interface Arranged {
  /** Filtered and sorted items. */
  shown: SavedTitle[]
  items: SavedTitle[]
  search: WatchlistSearch
}

/**
 * Filters and sorts the watchlist, which is given newest first. `before`: the previous result; if few items were added
 * or removed since, only those are merged in.
 */
export function arrangeWatchlist(items: SavedTitle[], search: WatchlistSearch, before?: Arranged): Arranged {
  const { q, type, sort } = search
  const matches = matchesQuery(q, ({ card }: SavedTitle) => card)
  const isVisible = (item: SavedTitle) => (type === 'all' || factsOf(item).type === type) && (matches?.(item) ?? true)
  const order = orders[sort]
  if (!order) return { shown: type === 'all' && !matches ? items : items.filter(isVisible), items, search }

  const indexes = new Map(items.map((item, at) => [item, at]))
  const indexOf = (item: SavedTitle) => indexes.get(item) ?? 0
  // Ties stay in the given order.
  const compare = (one: SavedTitle, other: SavedTitle) => order(one, other) || indexOf(one) - indexOf(other)
  const previous = new Set(before?.search === search ? before.items : [])
  const added = items.filter((item) => !previous.has(item))
  if (!before || previous.size === 0 || added.length > MERGE_LIMIT) {
    return { shown: items.filter(isVisible).sort(compare), items, search }
  }
  const remaining = before.shown.filter((item) => indexes.has(item))
  return { shown: mergeSorted(remaining, added.filter(isVisible).sort(compare), compare), items, search }
}

type Order = (one: SavedTitle, other: SavedTitle) => number

/** Unknown values come last. */
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

/** Facts of each item, cached because sorting reads them many times. */
function factsOf(item: SavedTitle): Facts {
  const cached = facts.get(item)
  if (cached) return cached
  const { type, year, rating, titleFa, titleEn } = item.card
  const itemFacts = { type, year: year ?? -Infinity, rating: rating ?? -1, name: titleFa || titleEn }
  facts.set(item, itemFacts)
  return itemFacts
}

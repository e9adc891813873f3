import { fold } from '#contract/persian.ts'
import type { SavedTitle } from '#data/watchlist.ts'
import type { WatchlistSearch, WatchlistSort } from './watchlistSearch.ts'

/** Folded names stay as long as the list does not outgrow this. */
const FOLDED_MAX = 50_000
const foldedNames = new Map<string, string>()
const alphabet = new Intl.Collator('fa', { numeric: true })

/** Of the list, in the order given (newest saved first), what the person asks to see. Every word must be met at its start. */
export function arrange(items: SavedTitle[], { q, type, sort }: WatchlistSearch): SavedTitle[] {
  const words = fold(q).split(' ').filter(Boolean)
  const shown = items.filter(
    ({ card }) => (type === 'all' || card.type === type) && (words.length === 0 || isMet(words, card)),
  )
  const order = orders[sort]
  return order ? shown.sort(order) : shown
}

function isMet(words: string[], { titleFa, titleEn, year }: SavedTitle['card']): boolean {
  const text = `${foldedName(titleFa)}${foldedName(titleEn)} ${year ?? ''}`
  return words.every((word) => text.includes(` ${word}`))
}

/** With a blank before each word. */
function foldedName(name: string): string {
  const known = foldedNames.get(name)
  if (known !== undefined) return known
  if (foldedNames.size >= FOLDED_MAX) foldedNames.clear()
  const folded = ` ${fold(name)}`
  foldedNames.set(name, folded)
  return folded
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

import * as v from 'valibot'
import { QueryText } from '#contract/shapes.ts'
import { TITLE_TYPES } from '#contract/titleCards.ts'

export const WATCHLIST_TYPES = ['all', ...TITLE_TYPES] as const
export const WATCHLIST_SORTS = ['saved', 'year', 'rating', 'name'] as const
export type WatchlistSort = (typeof WATCHLIST_SORTS)[number]

const Search = v.object({
  q: v.optional(QueryText, ''),
  type: v.fallback(v.optional(v.picklist(WATCHLIST_TYPES), 'all'), 'all'),
  sort: v.fallback(v.optional(v.picklist(WATCHLIST_SORTS), 'saved'), 'saved'),
})
/** The parsed filter. */
export type WatchlistSearch = v.InferOutput<typeof Search>

/** Search parameters of the address; defaults are omitted. */
export type WatchlistAddress = { [Name in keyof WatchlistSearch]?: WatchlistSearch[Name] | undefined }

/** Unknown values fall back to the defaults: everything, newest first. */
export function readWatchlistSearch(raw: Record<string, unknown>): WatchlistSearch {
  const sort = typeof raw.sort === 'string' ? raw.sort.trim().toLowerCase() : undefined
  const type = typeof raw.type === 'string' ? raw.type.trim().toLowerCase() : undefined
  return v.parse(Search, { q: raw.q, type, sort })
}

export function writeWatchlistSearch({ q, type, sort }: WatchlistSearch): WatchlistAddress {
  return {
    q: q === '' ? undefined : q,
    type: type === 'all' ? undefined : type,
    sort: sort === 'saved' ? undefined : sort,
  }
}

import * as v from 'valibot'
import type { TitleOrder } from '#contract/titleCards.ts'
import { TitleSearch } from '#contract/titles.ts'
import { normalizeWord } from '#parts/navigation/normalizeWord.ts'

const Search = v.pick(TitleSearch, ['q', 'type', 'order_by', 'is_dubbed', 'genre', 'page'])
/** The parsed filters of a catalogue view. */
export type BrowseSearch = v.InferOutput<typeof Search>

/** Search parameters of the address (docs/specification.md, section 2); defaults are omitted. */
export interface BrowseAddress {
  order_by?: TitleOrder | undefined
  type?: BrowseSearch['type'] | undefined
  q?: string | undefined
  is_dubbed?: 1 | undefined
  genre?: number | undefined
  page?: number | undefined
}

/** Unknown values fall back to the defaults: everything, default order, first page. */
export function readBrowseSearch(raw: object): BrowseSearch {
  const { q, type, order_by, is_dubbed, genre, page } = raw as Record<string, unknown>
  return v.parse(Search, { q, type: normalizeWord(type), order_by: normalizeWord(order_by), is_dubbed, genre, page })
}

export function writeBrowseSearch({ q, type, order_by, is_dubbed, genre, page }: BrowseSearch): BrowseAddress {
  return {
    order_by,
    type: type === 'all' ? undefined : type,
    q: q === '' ? undefined : q,
    is_dubbed: is_dubbed ? 1 : undefined,
    genre,
    page: page === 1 ? undefined : page,
  }
}

/**
 * Canonical search parameters: drops invalid values, keeps explicit ones, including `type=all` (docs/specification.md,
 * section 2).
 */
export function canonicalBrowseAddress(raw: object): BrowseAddress {
  const search = readBrowseSearch(raw)
  return 'type' in raw && normalizeWord(raw.type) === 'all'
    ? { ...writeBrowseSearch(search), type: 'all' }
    : writeBrowseSearch(search)
}

/** Newest first; a search defaults to most votes. */
export function orderOf({ order_by, q }: Pick<BrowseSearch, 'order_by' | 'q'>): TitleOrder {
  return order_by ?? (q === '' ? 'newest' : 'votes')
}

/** Search parameters of the same view with a change; a changed view starts on page 1. */
export function searchWith(search: BrowseSearch, change: Partial<BrowseSearch>): BrowseAddress {
  return writeBrowseSearch({ ...search, page: 1, ...change })
}

/** Query parameters of the API call, without defaults: short keys fit the budget of persisted queries. */
export function queryOf(search: BrowseSearch): Partial<TitleSearch> {
  const { q, type, is_dubbed, genre, page } = search
  return {
    order_by: orderOf(search),
    ...(q !== '' && { q }),
    ...(type !== 'all' && { type }),
    ...(is_dubbed && { is_dubbed }),
    ...(genre !== undefined && { genre }),
    ...(page > 1 && { page }),
  }
}

/** Whether no filter except the usual type is set: this view starts with the slideshow. */
export function showsSlides({ q, order_by, is_dubbed, genre, page, type }: BrowseSearch, usual: BrowseSearch['type']) {
  return q === '' && order_by === undefined && !is_dubbed && genre === undefined && page === 1 && type === usual
}

import * as v from 'valibot'
import type { TitleOrder } from '#contract/titleCards.ts'
import { TitleSearch } from '#contract/titles.ts'
import { normalizeWord } from '#parts/navigation/normalizeWord.ts'

const Search = v.pick(TitleSearch, ['q', 'type', 'order_by', 'is_dubbed', 'genre', 'page'])
/** What the person asks to see of the catalogue. */
export type BrowseSearch = v.InferOutput<typeof Search>

/** As the address holds it (specification, section 2): what is as usual is left out. */
export interface BrowseAddress {
  order_by?: TitleOrder | undefined
  type?: BrowseSearch['type'] | undefined
  q?: string | undefined
  is_dubbed?: 1 | undefined
  genre?: number | undefined
  page?: number | undefined
}

/** Unknown values fall to the nearest sense: everything, in the usual order, from the first page. */
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

/** The address put right: what makes no sense goes, what was said on purpose stays, `type=all` too (specification, section 2). */
export function settleBrowseAddress(raw: object): BrowseAddress {
  const search = readBrowseSearch(raw)
  return 'type' in raw && normalizeWord(raw.type) === 'all'
    ? { ...writeBrowseSearch(search), type: 'all' }
    : writeBrowseSearch(search)
}

/** Newest first, and for a search what most people meant. */
export function orderOf({ order_by, q }: Pick<BrowseSearch, 'order_by' | 'q'>): TitleOrder {
  return order_by ?? (q === '' ? 'newest' : 'votes')
}

/** The address of the same sight with something else in it; another sight begins on its first page. */
export function changed(search: BrowseSearch, change: Partial<BrowseSearch>): BrowseAddress {
  return writeBrowseSearch({ ...search, page: 1, ...change })
}

/** What is asked of the server: the shorter, the more of it the device can carry for the first screen. */
export function asked(search: BrowseSearch): Partial<TitleSearch> {
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

/** Whether nothing but the usual type is asked for: the sight that begins with the slideshow. */
export function showsSlides({ q, order_by, is_dubbed, genre, page, type }: BrowseSearch, usual: BrowseSearch['type']) {
  return q === '' && order_by === undefined && !is_dubbed && genre === undefined && page === 1 && type === usual
}

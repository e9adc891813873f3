import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { eachOnceOf, FlagText, Id, IdText, lenient, listOf, many, PageMeta, PageText } from './shapes.ts'
import { Cover, TITLE_ORDERS, TITLE_TYPES, TitleCard } from './titleCards.ts'

export const Genre = v.object({
  id: Id,
  titleFa: v.string(),
  titleEn: v.fallback(v.string(), ''),
  /** `/genres/{id}/{slug}` */
  path: v.string(),
  /** number of titles with this genre; 0 if unknown */
  count: v.fallback(v.number(), 0),
})
export type Genre = v.InferOutput<typeof Genre>

/** A genre for a tile. `covers`: up to three posters, most voted first; no two genres share one. */
export const GenreTile = v.object({ ...Genre.entries, covers: lenient(listOf(Cover), []) })
export type GenreTile = v.InferOutput<typeof GenreTile>

export const genresApi = {
  /** All genres. */
  list: endpoint('GET', '/api/genres', { reply: many(Genre) }),
  /**
   * The same with covers. A call of its own, since every first screen needs the list and one screen needs the covers.
   */
  tiles: endpoint('GET', '/api/genres/tiles', { reply: many(GenreTile) }),
  /** The genre with one page of its titles. */
  show: endpoint('GET', '/api/genres/:id', {
    params: v.object({ id: IdText }),
    query: v.object({
      type: v.fallback(v.optional(v.picklist(['all', ...TITLE_TYPES]), 'all'), 'all'),
      order_by: v.fallback(v.optional(v.picklist(TITLE_ORDERS), 'votes'), 'votes'),
      is_dubbed: v.optional(FlagText, false),
      page: v.optional(PageText, 1),
    }),
    reply: v.object({
      data: v.object({ ...Genre.entries, titles: lenient(eachOnceOf(TitleCard), []) }),
      meta: PageMeta,
    }),
  }),
}

import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, many } from './shapes.ts'

/** A genre as titles carry it. */
export const GenreTag = v.object({ id: Id, titleFa: v.string() })

export const Genre = v.object({
  id: Id,
  titleFa: v.string(),
  titleEn: v.fallback(v.string(), ''),
  /** `/genres/{id}/{slug}` */
  path: v.string(),
  /** how many titles carry it */
  count: v.fallback(v.number(), 0),
})
export type Genre = v.InferOutput<typeof Genre>

export const genresApi = {
  list: endpoint('GET', '/api/genres', { reply: many(Genre) }),
}

import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { lenient, listOf } from './shapes.ts'
import { acknowledged } from './sync.ts'
import { WatchlistItem } from './watchlist.ts'

/** Most rows of one call: a longer list is several calls, each with its key. */
export const IMPORT_ROWS = 200

/** A row of somebody's list elsewhere: found by `imdb`, else by name and year. */
export const ImportRow = v.object({
  imdb: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^tt\d{7,9}$/))), null),
  name: v.pipe(v.string(), v.trim(), v.maxLength(300)),
  year: v.optional(v.nullable(v.pipe(v.number(), v.integer())), null),
})
export type ImportRow = v.InferOutput<typeof ImportRow>

const Imported = v.object({
  /** what is on the watchlist now because of this call, or was before */
  saved: lenient(listOf(WatchlistItem), []),
  /** the rows no title was found for, by their place in the call, from 0 */
  missing: lenient(v.array(v.number()), []),
})

export const importsApi = {
  create: endpoint('POST', '/api/user/import', {
    access: 'user',
    queued: true,
    body: v.object({ rows: v.pipe(v.array(ImportRow), v.minLength(1), v.maxLength(IMPORT_ROWS)) }),
    reply: acknowledged(Imported),
  }),
}

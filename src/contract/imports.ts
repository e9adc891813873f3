import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { HistoryItem } from './history.ts'
import { IsoTime, lenient, listOf } from './shapes.ts'
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

/** The same of something that was watched; without a time it was at the moment of the import. */
export const WatchedRow = v.object({ ...ImportRow.entries, watchedAt: v.optional(v.nullable(IsoTime), null) })
export type WatchedRow = v.InferOutput<typeof WatchedRow>

/** the rows no title was found for, by their place in the call, from 0 */
const missing = lenient(v.array(v.number()), [])

const Imported = v.object({
  /** what is on the watchlist now because of this call, or was before */
  saved: lenient(listOf(WatchlistItem), []),
  missing,
})

const ImportedWatched = v.object({
  /** what is on the history now because of this call, or was before */
  watched: lenient(listOf(HistoryItem), []),
  missing,
})

function rowsOf<Row>(row: v.GenericSchema<unknown, Row>) {
  return v.object({ rows: v.pipe(v.array(row), v.minLength(1), v.maxLength(IMPORT_ROWS)) })
}

export const importsApi = {
  create: endpoint('POST', '/api/user/import', {
    access: 'user',
    queued: true,
    body: rowsOf(ImportRow),
    reply: acknowledged(Imported),
  }),
  /** Puts them on the history, watched to the end; what was watched later, or removed later, stays as it is. */
  watched: endpoint('POST', '/api/user/import/history', {
    access: 'user',
    queued: true,
    body: rowsOf(WatchedRow),
    reply: acknowledged(ImportedWatched),
  }),
}

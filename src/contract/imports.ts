import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { HistoryItem } from './history.ts'
import { IsoTime, lenient, listOf } from './shapes.ts'
import { acknowledged } from './sync.ts'
import { WatchlistItem } from './watchlist.ts'

/** Maximum number of rows in one call; longer lists take several calls with a key each. */
export const IMPORT_ROWS = 200

/** A row of a list exported elsewhere: matched by `imdb`, otherwise by name and year. */
export const ImportRow = v.object({
  imdb: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^tt\d{7,9}$/))), null),
  name: v.pipe(v.string(), v.trim(), v.maxLength(300)),
  year: v.optional(v.nullable(v.pipe(v.number(), v.integer())), null),
})
export type ImportRow = v.InferOutput<typeof ImportRow>

/** Maximum number of episodes of one row; a series with more takes several rows. */
export const ROW_EPISODES = 1_000

const EpisodeNumber = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9_999))

/** Without a time it counts as watched at the time of its row. */
const WatchedEpisode = v.object({
  season: EpisodeNumber,
  number: EpisodeNumber,
  watchedAt: v.optional(v.nullable(IsoTime), null),
})
export type WatchedEpisode = v.InferOutput<typeof WatchedEpisode>

/**
 * The same for a watched title; without a time it counts as watched at the moment of the import. `episodes`: those of a
 * series that were watched, where the list tells.
 */
export const WatchedRow = v.object({
  ...ImportRow.entries,
  watchedAt: v.optional(v.nullable(IsoTime), null),
  episodes: v.optional(v.pipe(v.array(WatchedEpisode), v.maxLength(ROW_EPISODES)), []),
})
export type WatchedRow = v.InferOutput<typeof WatchedRow>

/** indexes, from 0, of the rows in this call that match no title */
const missing = lenient(v.array(v.number()), [])

const Imported = v.object({
  /** number of matched titles that are on the watchlist now, added by this call or before */
  saved: lenient(listOf(WatchlistItem), []),
  missing,
})

const ImportedWatched = v.object({
  /** number of matched titles that are in the history now, added by this call or before */
  watched: lenient(listOf(HistoryItem), []),
  missing,
})

function rowsOf<Row>(row: v.GenericSchema<unknown, Row>) {
  return v.object({ rows: v.pipe(v.array(row), v.minLength(1), v.maxLength(IMPORT_ROWS)) })
}

export const importsApi = {
  /** Saves the titles of a list. */
  create: endpoint('POST', '/api/user/import', {
    access: 'user',
    queued: true,
    body: rowsOf(ImportRow),
    reply: acknowledged(Imported),
  }),
  /** Flags films and episodes as watched, and adds series to the history. A later flag or a later removal wins. */
  watched: endpoint('POST', '/api/user/import/history', {
    access: 'user',
    queued: true,
    body: rowsOf(WatchedRow),
    reply: acknowledged(ImportedWatched),
  }),
}

import type { WatchedRow } from '#contract/imports.ts'
import { latinDigits } from '#contract/persian.ts'

/** Column names used by IMDb, Letterboxd and Parde's own exports. */
const COLUMN_NAMES = {
  imdb: ['const', 'tconst', 'imdb', 'imdbid', 'imdb id', 'imdb_id'],
  url: ['url', 'imdb url'],
  name: ['title', 'name'],
  other: ['original title', 'title_fa'],
  year: ['year', 'release year'],
  watched: ['watched date', 'watched_at', 'date rated', 'date'],
  rating: ['your rating', 'rating'],
  position: ['position'],
  seen: ['watched_at', 'watched date'],
} as const
export type Columns = Partial<Record<keyof typeof COLUMN_NAMES, number>>

/** Returns the columns when the row is a header: titles are identified by an IMDb id, or by name and year. */
export function readHeader(row: string[]): Columns | undefined {
  const cells = row.map((cell) =>
    cell
      .replace(/^\ufeff/, '')
      .trim()
      .toLowerCase(),
  )
  const columns: Columns = {}
  for (const [column, names] of Object.entries(COLUMN_NAMES)) {
    // Names are listed in order of preference.
    const at = names.map((name) => cells.indexOf(name)).find((index) => index >= 0)
    if (at !== undefined) columns[column as keyof Columns] = at
  }
  const isHeader = columns.imdb !== undefined || (columns.name !== undefined && columns.year !== undefined)
  return isHeader ? columns : undefined
}

/** Guesses from column names and file name whether the list is a watch history. */
export function isWatchHistory(columns: Columns, fileName: string): boolean {
  if (columns.seen !== undefined) return true
  // IMDb watchlists contain a rating column as well.
  if (columns.position !== undefined) return false
  return columns.rating !== undefined || /watched|diary|ratings|reviews|history/i.test(fileName)
}

/** Maximum length of a name, in characters. */
export const NAME_MAX = 300
/** Valid release years. */
const [EARLIEST, LATEST] = [1870, 2200]

/** Parses a row; undefined when it names no title. `now`: later watch dates are rejected. */
export function readRow(row: string[], columns: Columns, now: number): WatchedRow | undefined {
  const cell = (column: keyof Columns) => (columns[column] === undefined ? '' : (row[columns[column]] ?? '').trim())
  const imdb = /tt\d{7,9}(?!\d)/.exec(latinDigits(cell('imdb')))?.[0] ?? /\/(tt\d{7,9})(?!\d)/.exec(cell('url'))?.[1]
  const name = (cell('name') || cell('other')).replace(/\0/g, '').slice(0, NAME_MAX).trim()
  if (imdb === undefined && name === '') return undefined
  const year = Number(latinDigits(cell('year')) || Number.NaN)
  const hasYear = Number.isInteger(year) && year >= EARLIEST && year <= LATEST
  const watchedAt = timeOf(cell('watched'), now)
  return { imdb: imdb ?? null, name, year: hasYear ? year : null, watchedAt, episodes: [] }
}

/** A date without time counts as noon, so that it stays the same day in every time zone. */
function timeOf(text: string, now: number): string | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(latinDigits(text))?.[1]
  const time = Date.parse(day === undefined ? '' : `${day}T12:00:00.000Z`)
  return Number.isNaN(time) || time < 0 ? null : new Date(Math.min(time, now)).toISOString()
}

import type { WatchedRow } from '#contract/imports.ts'
import { latinDigits } from '#contract/persian.ts'

/** What the columns are called: at IMDb, at Letterboxd, in our own files. */
const NAMES = {
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
export type Columns = Partial<Record<keyof typeof NAMES, number>>

/** Titles can be told by a number at IMDb, or by a name with its year: the row that says where these stand. */
export function readHeader(row: string[]): Columns | undefined {
  const cells = row.map((cell) =>
    cell
      .replace(/^\ufeff/, '')
      .trim()
      .toLowerCase(),
  )
  const columns: Columns = {}
  for (const [column, names] of Object.entries(NAMES)) {
    // The first name is the surest.
    const at = names.map((name) => cells.indexOf(name)).find((place) => place >= 0)
    if (at !== undefined) columns[column as keyof Columns] = at
  }
  const isHeader = columns.imdb !== undefined || (columns.name !== undefined && columns.year !== undefined)
  return isHeader ? columns : undefined
}

/** Whether the file is about what was watched, as far as its columns and its name tell. */
export function tellsOfWatched(columns: Columns, fileName: string): boolean {
  if (columns.seen !== undefined) return true
  // IMDb's watchlist has a place for ratings as well.
  if (columns.position !== undefined) return false
  return columns.rating !== undefined || /watched|diary|ratings|reviews|history/i.test(fileName)
}

const NAME_MAX = 300
/** Years that titles can have. */
const [EARLIEST, LATEST] = [1870, 2200]

/** A row of the list; nothing for one that names no title. `now`: nothing was watched later. */
export function readRow(row: string[], columns: Columns, now: number): WatchedRow | undefined {
  const cell = (column: keyof Columns) => (columns[column] === undefined ? '' : (row[columns[column]] ?? '').trim())
  const imdb = /tt\d{7,9}(?!\d)/.exec(latinDigits(cell('imdb')))?.[0] ?? /\/(tt\d{7,9})(?!\d)/.exec(cell('url'))?.[1]
  const name = (cell('name') || cell('other')).replace(/\0/g, '').slice(0, NAME_MAX).trim()
  if (imdb === undefined && name === '') return undefined
  const year = Number(latinDigits(cell('year')) || Number.NaN)
  const hasYear = Number.isInteger(year) && year >= EARLIEST && year <= LATEST
  return { imdb: imdb ?? null, name, year: hasYear ? year : null, watchedAt: timeOf(cell('watched'), now) }
}

/** A day counts as its noon: the same day wherever one lives. */
function timeOf(text: string, now: number): string | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(latinDigits(text))?.[1]
  const time = Date.parse(day === undefined ? '' : `${day}T12:00:00.000Z`)
  return Number.isNaN(time) || time < 0 ? null : new Date(Math.min(time, now)).toISOString()
}

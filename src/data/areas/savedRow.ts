import type { WatchlistItem } from '#contract/watchlist.ts'
import type { WatchlistRow } from '#data/database/rows.ts'

/** A row of the watchlist as the server says it: saved, or gone, in either form of saying so. */
export function savedRow(row: Pick<WatchlistItem, 'titleId' | 'version'> & Partial<WatchlistItem>): WatchlistRow {
  const { titleId, version, title, savedAt } = row
  return title && savedAt ? { titleId, title, savedAt, version } : { titleId, version }
}

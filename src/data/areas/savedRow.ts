import type { WatchlistItem } from '#contract/watchlist.ts'
import type { WatchlistRow } from '#data/database/rows.ts'

/** Converts an answer to a watchlist row: a saved title, or a tombstone in either of its two forms. */
export function savedRow(row: Pick<WatchlistItem, 'titleId' | 'version'> & Partial<WatchlistItem>): WatchlistRow {
  const { titleId, version, title, savedAt } = row
  return title && savedAt ? { titleId, title, savedAt, version } : { titleId, version }
}

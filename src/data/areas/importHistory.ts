import * as v from 'valibot'
import type { HistoryItem } from '#contract/history.ts'
import { IMPORT_ROWS, importsApi, ROW_EPISODES, WatchedRow } from '#contract/imports.ts'
import { TitleCard } from '#contract/titleCards.ts'
import type { OutboxEntry } from '#data/database/outboxEntry.ts'
import type { HistoryRow } from '#data/database/rows.ts'
import { ask } from '#data/network/call.ts'
import { mutation } from '#data/sync/mutation.ts'
import { putAcknowledged } from '#data/sync/pull.ts'
import { splitImport, storeImportReport } from './imports.ts'

/** Lane prefix of history imports. */
export const WATCHED_LANE = 'watched:'

/** One chunk of a viewing history from another service. `known`: as in `importRows`, matched by IMDb id. */
export const importWatched = mutation({
  kind: 'imports.watched',
  formatVersion: 2,
  // Rows of format 1 have no episodes, which the schema adds. An app that would drop them does not send format 2.
  steps: { 1: (payload) => payload },
  input: v.object({
    importId: v.string(),
    /** file name */
    name: v.string(),
    rows: v.pipe(v.array(WatchedRow), v.minLength(1), v.maxLength(IMPORT_ROWS)),
    known: v.array(TitleCard),
  }),
  isCreation: true,
  entity: ({ importId }, key) => `${WATCHED_LANE}${importId}:${key}`,
  label: ({ name }) => name,
  apply: (rows: Map<number, HistoryRow>, input, entry) => {
    for (const [id, row] of importedRows(input, entry)) rows.set(id, rows.get(id) ?? row)
    return rows
  },
  request: ({ rows }) => ask(importsApi.watched, { body: { rows } }),
  tables: ['history', 'reports'],
  store: async ({ history, reports }, { data }, part, { key, seq }) => {
    const rows = data.watched.map((item: HistoryItem) => ({ row: item satisfies HistoryRow, seq }))
    await putAcknowledged<HistoryRow>(history, rows)
    await storeImportReport(reports, { part, key, list: 'history', saved: rows.length, missing: data.missing })
  },
})

/** Returns the rows to show until the server answers. Position and duration are still unknown. */
export function importedRows(
  { known, rows }: { known: TitleCard[]; rows: WatchedRow[] },
  { createdAt }: Pick<OutboxEntry, 'createdAt'>,
): Map<number, HistoryRow> {
  const times = new Map(rows.map(({ imdb, watchedAt }) => [imdb, watchedAt]))
  return new Map(
    known.map((title) => {
      const watchedAt = times.get(title.imdb) ?? new Date(createdAt).toISOString()
      const mark = { fileId: null, episodeId: null, position: 0, duration: 0, watchedAt, episodes: [] }
      return [title.id, { ...mark, titleId: title.id, title, version: 0 }]
    }),
  )
}

/** Imports a list of any length to the history, like `importWatchlist`. */
export async function importHistory(rows: v.InferInput<typeof WatchedRow>[], name = ''): Promise<string> {
  const { importId, chunks } = await splitImport(WatchedRow, rows.flatMap(splitEpisodes), name)
  await importWatched.many(chunks)
  return importId
}

/** Splits the row of a series with more episodes than a row may have. */
function splitEpisodes({ episodes = [], ...row }: v.InferInput<typeof WatchedRow>): v.InferInput<typeof WatchedRow>[] {
  const count = Math.max(1, Math.ceil(episodes.length / ROW_EPISODES))
  return Array.from({ length: count }, (_, part) => {
    return { ...row, episodes: episodes.slice(part * ROW_EPISODES, (part + 1) * ROW_EPISODES) }
  })
}

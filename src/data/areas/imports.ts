import { v7 as uuid } from 'uuid'
import * as v from 'valibot'
import { IMPORT_ROWS, ImportRow, importsApi, ROW_EPISODES } from '#contract/imports.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { device } from '#data/database/device.ts'
import { isPending, type OutboxEntry } from '#data/database/outboxEntry.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import type { ImportList, WatchlistRow } from '#data/database/rows.ts'
import { ask } from '#data/network/call.ts'
import { clock } from '#data/platform/clock.ts'
import { mutation } from '#data/sync/mutation.ts'
import { putAcknowledged } from '#data/sync/pull.ts'
import { savedRow } from './savedRow.ts'

/** One chunk of a watchlist from another service. `known`: cards of the rows that this device has cached. */
export const importRows = mutation({
  kind: 'imports.create',
  formatVersion: 1,
  input: v.object({
    importId: v.string(),
    /** file name */
    name: v.string(),
    rows: v.pipe(v.array(ImportRow), v.minLength(1), v.maxLength(IMPORT_ROWS)),
    known: v.array(TitleCard),
  }),
  isCreation: true,
  entity: ({ importId }, key) => `import:${importId}:${key}`,
  label: ({ name }) => name,
  apply: (rows: Map<number, WatchlistRow>, { known }, { createdAt }) => {
    const savedAt = new Date(createdAt).toISOString()
    for (const title of known) {
      const row = rows.get(title.id)
      if (!row?.savedAt) rows.set(title.id, { titleId: title.id, title, savedAt, version: row?.version ?? 0 })
    }
    return rows
  },
  request: ({ rows }) => ask(importsApi.create, { body: { rows } }),
  tables: ['watchlist', 'reports'],
  store: async ({ watchlist, reports }, { data }, part, { key, seq }) => {
    const rows = data.saved.map((item) => ({ row: savedRow(item), seq }))
    await putAcknowledged(watchlist, rows)
    await storeImportReport(reports, { part, key, list: 'watchlist', saved: data.saved.length, missing: data.missing })
  },
})

/**
 * Imports a watchlist of any length as several mutations, stored all or none. Titles cached on this device appear at
 * once. Returns the import id for its report.
 */
export async function importWatchlist(rows: v.InferInput<typeof ImportRow>[], name = ''): Promise<string> {
  const { importId, chunks } = await splitImport(ImportRow, rows, name)
  await importRows.many(chunks)
  return importId
}

/** Splits rows into chunks of one call each; drops invalid rows. */
export async function splitImport<Row extends ImportRow & { episodes?: unknown[] }>(
  schema: v.GenericSchema<unknown, Row>,
  raw: unknown[],
  name: string,
) {
  const rows = raw.flatMap((row) => {
    const read = v.safeParse(schema, row)
    return read.success ? [read.output] : []
  })
  const importId = uuid()
  const chunks: { importId: string; name: string; rows: Row[]; known: TitleCard[] }[] = []
  for (const part of partsOf(rows)) chunks.push({ importId, name, rows: part, known: await knownCards(part) })
  return { importId, chunks }
}

/** Splits rows into parts within the limits of a call: all episodes of a part are as many as one row may have. */
function partsOf<Row extends { episodes?: unknown[] }>(rows: Row[]): Row[][] {
  const parts: Row[][] = []
  let episodes = 0
  for (const row of rows) {
    const last = parts.at(-1)
    const more = row.episodes?.length ?? 0
    if (last && last.length < IMPORT_ROWS && episodes + more <= ROW_EPISODES) {
      last.push(row)
      episodes += more
    } else {
      parts.push([row])
      episodes = more
    }
  }
  return parts
}

/** Stores the report of a processed chunk. `missing`: indexes of the rows without a matching title. */
export async function storeImportReport(
  reports: PersonalDatabase['reports'],
  outcome: {
    part: { importId: string; name: string; rows: ImportRow[] }
    key: string
    list: ImportList
    saved: number
    missing: number[]
  },
): Promise<void> {
  const { part, key, list, saved } = outcome
  const missing = outcome.missing.flatMap((at) => part.rows[at] ?? [])
  const { importId, name, rows } = part
  await reports.put({ key, importId, name, list, at: clock.now(), rows: rows.length, saved, missing })
}

async function knownCards(rows: ImportRow[]): Promise<TitleCard[]> {
  const ids = rows.flatMap(({ imdb }) => imdb ?? [])
  const cached = await (await device()).cards.where('card.imdb').anyOf(ids).toArray()
  return cached.flatMap(({ card }) => {
    const read = v.safeParse(TitleCard, card)
    return read.success ? [read.output] : []
  })
}

/** Returns the pending watchlist imports in order. Needs a transaction over the outbox. */
export async function pendingImports(database: PersonalDatabase): Promise<OutboxEntry[]> {
  return (await database.outbox.where('entity').startsWith('import:').sortBy('seq')).filter(isPending)
}

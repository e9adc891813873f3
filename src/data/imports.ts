import { v7 as uuid } from 'uuid'
import * as v from 'valibot'
import { IMPORT_ROWS, ImportRow, importsApi } from '#contract/imports.ts'
import { TitleCard } from '#contract/titleCards.ts'
import { ask } from './call.ts'
import { clock } from './clock.ts'
import { device } from './device.ts'
import { type Entry, isWaiting } from './entry.ts'
import { mutation } from './mutation.ts'
import { type PersonalDatabase, personalIfAny } from './personal.ts'
import { putNewer } from './pull.ts'
import type { ImportReport, WatchlistRow } from './rows.ts'
import { savedRow } from './savedRow.ts'

/** Part of somebody's list elsewhere, put on the watchlist. `known`: cards of the rows this device has seen. */
export const importRows = mutation({
  kind: 'imports.create',
  formatVersion: 1,
  input: v.object({
    importId: v.string(),
    /** the file */
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
  store: async ({ watchlist, reports }, { data }, { importId, rows }, { key }) => {
    await putNewer(watchlist, data.saved.map(savedRow), ({ titleId }) => titleId)
    const missing = data.missing.flatMap((at) => rows[at] ?? [])
    await reports.put({ key, importId, at: clock.now(), saved: data.saved.length, missing })
  },
})

/**
 * Imports a list of any length: as many changes as it takes, all of them kept or none. What this device knows by its IMDb id
 * shows at once. Answers the import's id, for its report.
 */
export async function importWatchlist(rows: v.InferInput<typeof ImportRow>[], name = ''): Promise<string> {
  const read = rows.flatMap((row) => {
    const one = v.safeParse(ImportRow, row)
    return one.success ? [one.output] : []
  })
  const importId = uuid()
  const chunks: Parameters<typeof importRows>[0][] = []
  for (let at = 0; at < read.length; at += IMPORT_ROWS) {
    const part = read.slice(at, at + IMPORT_ROWS)
    chunks.push({ importId, name, rows: part, known: await knownCards(part) })
  }
  await importRows.many(chunks)
  return importId
}

async function knownCards(rows: ImportRow[]): Promise<TitleCard[]> {
  const ids = rows.flatMap(({ imdb }) => imdb ?? [])
  const kept = await device.cards.where('card.imdb').anyOf(ids).toArray()
  return kept.flatMap(({ card }) => {
    const read = v.safeParse(TitleCard, card)
    return read.success ? [read.output] : []
  })
}

/** What waits of imports, in its order; inside a transaction over the outbox. */
export async function waitingImports(database: PersonalDatabase): Promise<Entry[]> {
  return (await database.outbox.where('entity').startsWith('import:').sortBy('seq')).filter(isWaiting)
}

/** How an import stands: of all its parts together. */
export interface ImportState extends Omit<ImportReport, 'key'> {
  /** parts that are not through yet */
  waiting: number
}

/** The imports whose report nobody has put away yet, the last one first. */
export async function importStates(): Promise<ImportState[]> {
  const database = await personalIfAny()
  if (!database) return []
  return database.transaction('r', database.reports, database.outbox, async () => {
    const states = new Map<string, ImportState>()
    const add = ({ importId, at, saved, missing, waiting }: ImportState) => {
      const before = states.get(importId) ?? { importId, at, saved: 0, missing: [], waiting: 0 }
      states.set(importId, {
        ...{ importId, at: Math.max(at, before.at), saved: saved + before.saved },
        ...{ missing: [...before.missing, ...missing], waiting: waiting + before.waiting },
      })
    }
    for (const { key: _, ...report } of await database.reports.orderBy('at').toArray()) add({ ...report, waiting: 0 })
    for (const entry of await waitingImports(database)) {
      const importId = importRows.read(entry)?.importId
      if (importId) add({ importId, at: entry.createdAt, saved: 0, missing: [], waiting: 1 })
    }
    return [...states.values()].toSorted((one, other) => other.at - one.at)
  })
}

/** The person has read what was not found. */
export async function dropImportReport(importId: string): Promise<void> {
  const database = await personalIfAny()
  await database?.reports.filter((report) => report.importId === importId).delete()
}

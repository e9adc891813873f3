import type { ImportRow } from '#contract/imports.ts'
import { isPending, type OutboxEntry } from '#data/database/outboxEntry.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import type { ImportList, ImportReport } from '#data/database/rows.ts'
import { importWatched, WATCHED_LANE } from './importHistory.ts'
import { importRows } from './imports.ts'

/** Progress of an import over all its chunks. */
export interface ImportState {
  importId: string
  /** file name */
  name: string
  list: ImportList
  /** ms on the device clock: latest progress */
  at: number
  /** rows of the whole file, without chunks whose report was deleted */
  rows: number
  /** rows processed by the server */
  done: number
  /** titles found */
  saved: number
  missing: ImportRow[]
  /** chunks not processed yet */
  waiting: number
  /** chunks that the server refused; the sync sheet offers to retry or discard them */
  failed: number
}

/** Imports whose report has not been dismissed, latest first. */
export async function importStates(): Promise<ImportState[]> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return []
  return database.transaction('r', database.reports, database.outbox, async () => {
    const chunks = (await database.reports.orderBy('at').toArray()).map(stateOfReport)
    for (const lane of ['import:', WATCHED_LANE]) {
      const entries = await database.outbox.where('entity').startsWith(lane).sortBy('seq')
      chunks.push(...entries.flatMap((entry) => stateOfEntry(entry) ?? []))
    }
    const states = new Map<string, ImportState>()
    for (const chunk of chunks) {
      const before = states.get(chunk.importId)
      states.set(chunk.importId, before ? combine(before, chunk) : chunk)
    }
    return [...states.values()].toSorted((one, other) => other.at - one.at)
  })
}

/** Dismisses the report of an import. */
export async function dropImportReport(importId: string): Promise<void> {
  const database = await personalDatabaseIfSignedIn()
  await database?.reports.filter((report) => report.importId === importId).delete()
}

/** State of a processed chunk. Reports of older app versions lack the number of rows. */
function stateOfReport(report: ImportReport): ImportState {
  const { importId, at, saved, missing, name = '', list = 'watchlist' } = report
  const rows = report.rows ?? saved + missing.length
  return { importId, name, list, at, rows, done: rows, saved, missing, waiting: 0, failed: 0 }
}

/** State of a queued chunk; undefined if the entry is unreadable. */
function stateOfEntry(entry: OutboxEntry): ImportState | undefined {
  const isWatched = entry.kind === importWatched.kind
  const chunk = isWatched ? importWatched.read(entry) : importRows.read(entry)
  if (!chunk) return undefined
  return {
    ...{ importId: chunk.importId, name: chunk.name, list: isWatched ? 'history' : 'watchlist', at: entry.createdAt },
    ...{ rows: chunk.rows.length, done: 0, saved: 0, missing: [] },
    ...(isPending(entry) || entry.status === 'held' ? { waiting: 1, failed: 0 } : { waiting: 0, failed: 1 }),
  }
}

function combine(one: ImportState, other: ImportState): ImportState {
  return {
    ...{ importId: one.importId, name: one.name || other.name, list: one.list },
    at: Math.max(one.at, other.at),
    rows: one.rows + other.rows,
    done: one.done + other.done,
    saved: one.saved + other.saved,
    missing: [...one.missing, ...other.missing],
    waiting: one.waiting + other.waiting,
    failed: one.failed + other.failed,
  }
}

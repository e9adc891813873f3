import type { ImportRow } from '#contract/imports.ts'
import { isPending, type OutboxEntry } from '#data/database/outboxEntry.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import type { ImportList, ImportReport } from '#data/database/rows.ts'
import { importWatched, WATCHED_LANE } from './importHistory.ts'
import { importRows } from './imports.ts'

/** How an import stands: of all its parts together. */
export interface ImportState {
  importId: string
  /** the file */
  name: string
  list: ImportList
  /** ms on the device clock: when it last went on */
  at: number
  /** of the whole file, as far as it is not forgotten */
  rows: number
  /** the rows that are through */
  done: number
  /** titles found */
  saved: number
  missing: ImportRow[]
  /** parts that are not through yet */
  waiting: number
  /** parts that the server refused: the person says what becomes of them, where all failed changes are */
  failed: number
}

/** The imports whose report nobody has put away yet, the last one first. */
export async function importStates(): Promise<ImportState[]> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return []
  return database.transaction('r', database.reports, database.outbox, async () => {
    const parts = (await database.reports.orderBy('at').toArray()).map(reported)
    for (const lane of ['import:', WATCHED_LANE]) {
      const entries = await database.outbox.where('entity').startsWith(lane).sortBy('seq')
      parts.push(...entries.flatMap((entry) => asked(entry) ?? []))
    }
    const states = new Map<string, ImportState>()
    for (const part of parts) {
      const before = states.get(part.importId)
      states.set(part.importId, before ? together(before, part) : part)
    }
    return [...states.values()].toSorted((one, other) => other.at - one.at)
  })
}

/** The person has read what was not found. */
export async function dropImportReport(importId: string): Promise<void> {
  const database = await personalDatabaseIfSignedIn()
  await database?.reports.filter((report) => report.importId === importId).delete()
}

/** Of a part that is through. Reports of an older version do not know how many rows it had. */
function reported(report: ImportReport): ImportState {
  const { importId, at, saved, missing, name = '', list = 'watchlist' } = report
  const rows = report.rows ?? saved + missing.length
  return { importId, name, list, at, rows, done: rows, saved, missing, waiting: 0, failed: 0 }
}

/** Of a part that is not. */
function asked(entry: OutboxEntry): ImportState | undefined {
  const isWatched = entry.kind === importWatched.kind
  const part = isWatched ? importWatched.read(entry) : importRows.read(entry)
  if (!part) return undefined
  return {
    ...{ importId: part.importId, name: part.name, list: isWatched ? 'history' : 'watchlist', at: entry.createdAt },
    ...{ rows: part.rows.length, done: 0, saved: 0, missing: [] },
    ...(isPending(entry) || entry.status === 'held' ? { waiting: 1, failed: 0 } : { waiting: 0, failed: 1 }),
  }
}

function together(one: ImportState, other: ImportState): ImportState {
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

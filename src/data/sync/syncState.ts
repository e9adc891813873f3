import {
  type OutboxEntry,
  type PersonalDatabase,
  personalDatabase,
  personalDatabaseIfSignedIn,
} from '#data/database/personal.ts'
import type { QuarantinedRow } from '#data/database/rows.ts'
import { readSession } from '#data/database/session.ts'
import type { KindOf } from './kindLookup.ts'
import { discardEntry, retryEntry } from './outbox.ts'
import type { CursorPull } from './pull.ts'

/** The outbox as shown to the user. Held entries count as waiting. */
export interface SyncState {
  /** The first entries in order; thousands may wait. */
  waiting: OutboxEntry[]
  waitingCount: number
  failed: OutboxEntry[]
  /** The newest quarantined rows; `exportQuarantine` returns all of them. */
  quarantined: QuarantinedRow[]
  /** An entry is in flight. */
  sending: boolean
  /** The user has to sign in. */
  parked: boolean
  /** When every list was last current. */
  syncedAt: Synced | undefined
}

/** A moment in ms of the device clock; `once` when the time is unknown. */
export type Synced = number | 'once'

/** Maximum entries listed per status; the rest are counted. */
const MAX_LISTED = 200
/** Maximum quarantined rows listed; the export has all. */
const MAX_QUARANTINED = 50

/** Returns undefined for guests. */
export async function syncState(pulls: readonly CursorPull[]): Promise<SyncState | undefined> {
  const [session, database] = [await readSession(), await personalDatabaseIfSignedIn()]
  if (!session || !database) return undefined
  return database.transaction('r', database.outbox, database.meta, database.aside, async () => {
    const { outbox } = database
    const [all, failedCount, sending, failed, synced] = await Promise.all([
      outbox.count(),
      outbox.where('status').equals('failed').count(),
      outbox.where('status').equals('sending').count(),
      outbox.where('status').equals('failed').limit(MAX_LISTED).sortBy('seq'),
      allPulled(database, pulls),
    ])
    // Read in one range that contains enough waiting entries: a filter would use a cursor with one step per entry.
    const first = await outbox
      .orderBy('seq')
      .limit(MAX_LISTED + failedCount)
      .toArray()
    return {
      waiting: first.filter(({ status }) => status !== 'failed').slice(0, MAX_LISTED),
      failed,
      waitingCount: all - failedCount,
      sending: sending > 0,
      quarantined: await database.aside.orderBy('at').reverse().limit(MAX_QUARANTINED).toArray(),
      parked: session.status === 'expired',
      syncedAt: synced,
    }
  })
}

/**
 * Returns when the list that was refreshed longest ago was current; undefined until every list was fetched. Ignores
 * `syncedAt` of older versions, which counted an empty outbox as synced.
 */
async function allPulled(database: PersonalDatabase, pulls: readonly CursorPull[]): Promise<Synced | undefined> {
  const each = await Promise.all(
    pulls.map(async (pull) => (await pull.lastRun(database)) ?? ((await pull.hasRun(database)) ? 'once' : undefined)),
  )
  if (each.includes(undefined)) return undefined
  const known = each.filter((at) => typeof at === 'number')
  return known.length < each.length ? 'once' : Math.min(...known)
}

/** Returns when the list was last current, in ms of the device clock; undefined when unknown. */
export async function lastPulled(pull: CursorPull): Promise<number | undefined> {
  const database = await personalDatabaseIfSignedIn()
  return database && pull.lastRun(database)
}

/** Summary of the outbox, counted without reading all entries. */
export interface SyncSummary extends Pick<SyncState, 'failed' | 'sending' | 'parked'> {
  waiting: number
}

/** Returns undefined for guests. */
export async function syncSummary(): Promise<SyncSummary | undefined> {
  const [session, database] = [await readSession(), await personalDatabaseIfSignedIn()]
  if (!session || !database) return undefined
  const { outbox } = database
  return database.transaction('r', outbox, async () => {
    const [all, failed, sending, failedCount] = await Promise.all([
      outbox.count(),
      outbox.where('status').equals('failed').limit(MAX_LISTED).toArray(),
      outbox.where('status').equals('sending').count(),
      outbox.where('status').equals('failed').count(),
    ])
    return { waiting: all - failedCount, failed, sending: sending > 0, parked: session.status === 'expired' }
  })
}

/** Retries a failed entry. */
export async function retryMutation(seq: number, kindOf: KindOf) {
  await retryEntry(await personalDatabase(), seq, kindOf)
}

/** Discards an entry that failed or was never sent. */
export async function discardMutation(seq: number) {
  await discardEntry(await personalDatabase(), seq)
}

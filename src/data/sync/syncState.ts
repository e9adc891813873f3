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

/** What a person can see of the queue. Held entries count as waiting: nothing is wrong with them. */
export interface SyncState {
  /** the first of them, in their order: thousands may wait */
  waiting: OutboxEntry[]
  waitingCount: number
  failed: OutboxEntry[]
  /** what nobody can read, set aside; `exportAside` gives it whole */
  quarantined: QuarantinedRow[]
  /** something is on its way right now */
  sending: boolean
  /** the person has to sign in before anything goes on */
  parked: boolean
  /** when all lists had last come: `allPulled` */
  syncedAt: Synced | undefined
}

/** A moment in ms on the device clock; `once`: nobody knows any more when it was. */
export type Synced = number | 'once'

/** Of each sort no more are listed, and counted only. */
const MAX_LISTED = 200
/** More of what was set aside is not listed; it is in the export. */
const MAX_QUARANTINED = 50

/** Nothing when nobody is signed in. */
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
    // So many that enough of them wait, in one go: a cursor takes a step for each.
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
 * Since when no list has gone without the server's word: the moment of the one that has waited longest for it. Nothing until each
 * of them has come. What older versions noted here (`syncedAt`) says nothing: they took having nothing to send for it.
 */
async function allPulled(database: PersonalDatabase, pulls: readonly CursorPull[]): Promise<Synced | undefined> {
  const each = await Promise.all(
    pulls.map(async (pull) => ((await pull.hasRun(database)) ? ((await pull.lastRun(database)) ?? 'once') : undefined)),
  )
  if (each.includes(undefined)) return undefined
  const known = each.filter((at) => typeof at === 'number')
  return known.length < each.length ? 'once' : Math.min(...known)
}

/** When the server last gave all of a list, in ms on the device clock; nothing while that is not known. */
export async function lastPulled(pull: CursorPull): Promise<number | undefined> {
  const database = await personalDatabaseIfSignedIn()
  return database && pull.lastRun(database)
}

/** The few figures of the queue that always show, counted and not read: thousands may wait. */
export interface SyncSummary extends Pick<SyncState, 'failed' | 'sending' | 'parked'> {
  waiting: number
}

/** Nothing when nobody is signed in. */
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

/** Tries a failed change once more. */
export async function retryMutation(seq: number, kindOf: KindOf) {
  await retryEntry(await personalDatabase(), seq, kindOf)
}

/** Gives a change up that has failed or was never sent. */
export async function discardMutation(seq: number) {
  await discardEntry(await personalDatabase(), seq)
}

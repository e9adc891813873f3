import { clock } from './clock.ts'
import { discard, retry } from './outbox.ts'
import { type Entry, type PersonalDatabase, personal, personalIfAny } from './personal.ts'
import type { Aside } from './rows.ts'
import { readSession } from './session.ts'

/** What a person can see of the queue. Held entries count as waiting: nothing is wrong with them. */
export interface SyncState {
  /** the first of them, in their order: thousands may wait */
  waiting: Entry[]
  waitingCount: number
  failed: Entry[]
  /** what nobody can read, set aside; `exportAside` gives it whole */
  aside: Aside[]
  /** something is on its way right now */
  sending: boolean
  /** the person has to sign in before anything goes on */
  parked: boolean
  /** ms on the device clock: when everything was last sent and fetched */
  syncedAt: number | undefined
}

/** Of each sort no more are listed, and counted only. */
const LISTED = 200
/** More of what was set aside is not listed; it is in the export. */
const ASIDE_SHOWN = 50
const SYNCED_AT = 'syncedAt'

/** Nothing when nobody is signed in. */
export async function syncState(): Promise<SyncState | undefined> {
  const [session, database] = [await readSession(), await personalIfAny()]
  if (!session || !database) return undefined
  return database.transaction('r', database.outbox, database.meta, database.aside, async () => {
    const { outbox } = database
    const [all, failedCount, sending, failed, synced] = await Promise.all([
      outbox.count(),
      outbox.where('status').equals('failed').count(),
      outbox.where('status').equals('sending').count(),
      outbox.where('status').equals('failed').limit(LISTED).sortBy('seq'),
      database.meta.get(SYNCED_AT),
    ])
    // So many that enough of them wait, in one go: a cursor takes a step for each.
    const first = await outbox
      .orderBy('seq')
      .limit(LISTED + failedCount)
      .toArray()
    return {
      waiting: first.filter(({ status }) => status !== 'failed').slice(0, LISTED),
      failed,
      waitingCount: all - failedCount,
      sending: sending > 0,
      aside: await database.aside.orderBy('at').reverse().limit(ASIDE_SHOWN).toArray(),
      parked: session.status === 'expired',
      syncedAt: momentOf(synced),
    }
  })
}

/** When everything was last sent and fetched, in ms on the device clock; nothing when that never was, or nobody is signed in. */
export async function lastSynced(): Promise<number | undefined> {
  const synced = await (await personalIfAny())?.meta.get(SYNCED_AT)
  return momentOf(synced)
}

function momentOf(row: { value: unknown } | undefined): number | undefined {
  return typeof row?.value === 'number' ? row.value : undefined
}

/** The few figures of the queue that always show, counted and not read: thousands may wait. */
export interface SyncSummary extends Pick<SyncState, 'failed' | 'sending' | 'parked'> {
  waiting: number
}

/** Nothing when nobody is signed in. */
export async function syncSummary(): Promise<SyncSummary | undefined> {
  const [session, database] = [await readSession(), await personalIfAny()]
  if (!session || !database) return undefined
  const { outbox } = database
  return database.transaction('r', outbox, async () => {
    const [all, failed, sending, failedCount] = await Promise.all([
      outbox.count(),
      outbox.where('status').equals('failed').limit(LISTED).toArray(),
      outbox.where('status').equals('sending').count(),
      outbox.where('status').equals('failed').count(),
    ])
    return { waiting: all - failedCount, failed, sending: sending > 0, parked: session.status === 'expired' }
  })
}

/** After something was sent or fetched: notes the moment, unless something still waits. */
export async function markSynced(database: PersonalDatabase) {
  await database.transaction('rw', database.outbox, database.meta, async () => {
    if ((await database.outbox.count()) > 0) return
    await database.meta.put({ key: SYNCED_AT, value: clock.now() })
  })
}

/** Tries a failed change once more. */
export async function retryChange(seq: number) {
  await retry(await personal(), seq)
}

/** Gives a change up that has failed or was never sent. */
export async function discardChange(seq: number) {
  await discard(await personal(), seq)
}

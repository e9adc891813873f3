import { v7 as uuid } from 'uuid'
import { REFUSALS_MAX, type Verdict, WAIT_MAX } from './classify.ts'
import { clock, stillAhead } from './clock.ts'
import { Refused, Unreachable } from './failures.ts'
import { note } from './journal.ts'
import { keep } from './keep.ts'
import { type Kind, kindOf } from './kinds.ts'
import type { Versioned } from './mutation.ts'
import type { Entry, EntryError, PersonalDatabase } from './personal.ts'
import { putNewer } from './pull.ts'

/** A sender that has not answered for this long is taken for dead, in ms (sync page). */
const LEASE = 30_000
const CHUNK = 200

export interface Sender {
  /** how many entries it can take */
  most: number
  /** its name on the leases it takes */
  by: string
  /** it holds the lock: whoever else's name is on a lease has died or was robbed */
  alone: boolean
}
export interface Claim {
  entries: Entry[]
  /** when the next waiting entry may go, ms on the device clock; nothing when none waits for a moment */
  nextAt: number | undefined
}

/**
 * Takes up to `most` entries to send, each the first of its lane, and marks them `sending` under a lease, in one
 * transaction: of two senders only one gets an entry. Entries whose sender died are taken again: at once by a sender
 * that is alone, else when their lease is over.
 */
export function claim(database: PersonalDatabase, { most, by, alone }: Sender): Promise<Claim> {
  return keep(database, () =>
    database.transaction('rw', database.outbox, async () => {
      const now = clock.now()
      const busy = new Set<string>()
      const entries: Entry[] = []
      let nextAt: number | undefined
      for (let after = 0; entries.length < most; ) {
        const chunk = await database.outbox.where('seq').above(after).limit(CHUNK).toArray()
        for (const entry of chunk) {
          after = entry.seq
          if (entry.status === 'failed' || entry.status === 'held' || busy.has(entry.entity)) continue
          busy.add(entry.entity)
          const waits = waitingUntil(entry, alone ? by : undefined)
          if (waits !== undefined) nextAt = Math.min(nextAt ?? waits, waits)
          else if (!kindOf(entry)) await database.outbox.update(entry.seq, { status: 'held' })
          else if (entries.length < most) entries.push(entry)
        }
        if (chunk.length < CHUNK) break
      }
      const lease = { status: 'sending', leaseUntil: now + LEASE, leaseBy: by } as const
      for (const entry of entries) {
        entry.attempts += 1
        Object.assign(entry, lease)
        await database.outbox.update(entry.seq, { ...lease, attempts: entry.attempts })
      }
      return { entries, nextAt }
    }),
  )
}

function waitingUntil(entry: Entry, onlySender: string | undefined): number | undefined {
  if (entry.status === 'sending') {
    const isDead = onlySender !== undefined && entry.leaseBy !== onlySender
    return !isDead && stillAhead(entry.leaseUntil, LEASE) ? entry.leaseUntil : undefined
  }
  return stillAhead(entry.nextAt, WAIT_MAX) ? entry.nextAt : undefined
}

/** The server has it: the entry goes and the row it answered with stays, if newer, in one transaction. */
export async function acknowledge(database: PersonalDatabase, entry: Entry, kind: Kind, row: Versioned | undefined) {
  const base = database.table<Versioned, number>(kind.table)
  await keep(database, () =>
    database.transaction('rw', database.outbox, base, database.meta, database.journal, async () => {
      const now = clock.now()
      await database.outbox.delete(entry.seq)
      if (row) await putNewer(base, [row], () => kind.rowKeyOf(entry))
      else await base.delete(kind.rowKeyOf(entry))
      await database.meta.put({ key: ACKNOWLEDGED_AT, value: now })
      await note(database, 'acknowledged', entry.entity, now)
    }),
  )
}

/** Writes down how a delivery failed. An entry that was superseded or discarded meanwhile stays gone. */
export async function settle(database: PersonalDatabase, entry: Entry, verdict: Verdict, failure: unknown) {
  await keep(database, () =>
    database.transaction('rw', database.outbox, database.meta, database.journal, async () => {
      const now = clock.now()
      const current = await database.outbox.get(entry.seq)
      if (!current || current.leaseBy !== entry.leaseBy || current.attempts !== entry.attempts) return
      const lease = { leaseUntil: 0, leaseBy: null, lastError: errorOf(failure, now) }
      if (
        verdict.become === 'failed' ||
        (verdict.become === 'queued' && (await isPoison(database, current, verdict)))
      ) {
        await database.outbox.update(entry.seq, { ...lease, status: 'failed' })
        await note(database, 'failed', entry.entity, now)
        return
      }
      const answered = verdict.become === 'queued' && verdict.answered
      await database.outbox.update(entry.seq, {
        ...lease,
        status: 'queued',
        nextAt: verdict.become === 'queued' ? now + Math.min(verdict.wait, WAIT_MAX) : 0,
        refusals: current.refusals + (answered ? 1 : 0),
        failingSince: answered ? (current.failingSince ?? now) : current.failingSince,
      })
      await note(database, verdict.become, entry.entity, now)
    }),
  )
}

const ACKNOWLEDGED_AT = 'acknowledgedAt'

/** Refused again and again while others got through: the entry is the problem, not the server. */
async function isPoison(database: PersonalDatabase, entry: Entry, verdict: { answered: boolean }): Promise<boolean> {
  if (!verdict.answered || entry.refusals + 1 < REFUSALS_MAX || entry.failingSince === null) return false
  const last = await database.meta.get(ACKNOWLEDGED_AT)
  return typeof last?.value === 'number' && last.value >= entry.failingSince
}

function errorOf(failure: unknown, at: number): EntryError {
  if (failure instanceof Refused) {
    return { family: 'refused', status: failure.status, message: failure.failure.message, at }
  }
  if (failure instanceof Unreachable) return { family: 'unreachable', status: null, message: '', at }
  return { family: 'broken', status: null, message: '', at }
}

/** The network is back: what waits only because nobody answered goes now; a wait the server asked for is kept. */
export async function wake(database: PersonalDatabase) {
  await keep(database, () =>
    database.outbox
      .where('status')
      .equals('queued')
      .filter((entry) => entry.lastError?.family === 'unreachable')
      .modify({ nextAt: 0 }),
  )
}

/**
 * Puts a failed change into the queue once more: at its end, in a new place of the order, since others may have been
 * applied in between. The key stays where the first sending may have taken effect, so that this one then has none.
 */
export async function retry(database: PersonalDatabase, seq: number) {
  await keep(database, () =>
    database.transaction('rw', database.outbox, async () => {
      const entry = await database.outbox.get(seq)
      if (entry?.status !== 'failed') return
      const { seq: _, ...rest } = entry
      await database.outbox.delete(seq)
      await database.outbox.add({
        ...rest,
        // A 4xx says that nothing happened: the change is free to carry a new key.
        key: entry.lastError?.family === 'refused' && (entry.lastError.status ?? 500) < 500 ? uuid() : entry.key,
        status: 'queued',
        nextAt: 0,
        refusals: 0,
        failingSince: null,
      })
    }),
  )
}

/** Gives a failed or held change up, because the person said so. */
export async function discard(database: PersonalDatabase, seq: number) {
  await keep(database, () =>
    database.transaction('rw', database.outbox, database.journal, async () => {
      const entry = await database.outbox.get(seq)
      if (!entry || (entry.status !== 'failed' && entry.status !== 'held' && entry.attempts > 0)) return
      await database.outbox.delete(seq)
      await note(database, 'discarded', entry.entity, clock.now())
    }),
  )
}

import { v7 as uuid } from 'uuid'
import { durableWrite } from '#data/database/durableWrite.ts'
import { recordEvent } from '#data/database/journal.ts'
import { canDiscard, isPending, type OutboxEntry, PENDING_STATUSES } from '#data/database/outboxEntry.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { putInChunks } from '#data/database/putInChunks.ts'
import { quarantine } from '#data/database/quarantine.ts'
import { clock, isStillAhead } from '#data/platform/clock.ts'
import { WAIT_MAX } from './classify.ts'
import type { KindOf } from './kindLookup.ts'
import { type ParsedEntry, readEntry } from './readEntry.ts'

/** A sender that has not answered for this long is taken for dead, in ms (sync page). */
const LEASE = 30_000

export interface Claimant {
  /** how many entries it can take */
  most: number
  /** its name on the leases it takes */
  by: string
  /** it holds the lock: whoever else's name is on a lease has died or was robbed */
  alone: boolean
  /** what it is sending right now, by its keys: what else is under its own name it has lost (a page that was frozen) */
  inFlight?: ReadonlyMap<string, OutboxEntry>
}
export interface Claim {
  claimed: ParsedEntry[]
  /** when the next waiting entry may go, ms on the device clock; nothing when none waits for a moment */
  nextAt: number | undefined
}

/**
 * Takes up to `most` entries to send, each the first of its lane, and marks them `sending` under a lease, in one
 * transaction: of two senders only one gets an entry. Entries whose sender died are taken again: at once by a sender
 * that is alone, else when their lease is over. What nobody can read is set aside, what this version does not know is
 * held. Looks at no more of the queue than it takes.
 */
export function claimEntries(database: PersonalDatabase, sender: Claimant, kindOf: KindOf): Promise<Claim> {
  const { outbox, aside, journal } = database
  return durableWrite(database, () =>
    database.transaction('rw', outbox, aside, journal, async () => {
      const now = clock.now()
      const search = new LaneSearch(database, sender, kindOf)
      const [sending, next] = await Promise.all([
        outbox.where('status').equals('sending').primaryKeys(),
        outbox
          .where('[status+nextAt]')
          .between(['queued', now], ['queued', now + WAIT_MAX], false, true)
          .first(),
      ])
      await search.offer(search.withoutInFlight(await search.entriesOf(sending)))
      // A wait beyond any that is ever given comes from a clock that was wrong.
      const ready = [
        [-Infinity, now],
        [now + WAIT_MAX + 1, Infinity],
      ]
      for (const [from, to] of ready) {
        const chunk = sender.most + 20
        for (let offset = 0; search.found.length < sender.most; ) {
          const range = outbox.where('[status+nextAt]').between(['queued', from], ['queued', to], true, true)
          const entries = await range.offset(offset).limit(chunk).toArray()
          const left = await search.offer(entries)
          if (entries.length < chunk) break
          offset += left
        }
      }
      search.waitUntil(next?.nextAt)
      const lease = { status: 'sending', leaseUntil: now + LEASE, leaseBy: sender.by } as const
      const claimed = search.found.map((found) => ({
        ...found,
        entry: { ...found.entry, ...lease, attempts: found.entry.attempts + 1 },
      }))
      const entries = claimed.map(({ entry }) => entry)
      await putInChunks(outbox, entries)
      return { claimed, nextAt: search.nextAt }
    }),
  )
}

/** Goes through candidates and keeps what may be sent now. */
class LaneSearch {
  found: ParsedEntry[] = []
  nextAt: number | undefined
  /** what was read, by its place in the order */
  private readonly read = new Map<number, OutboxEntry>()
  constructor(
    private readonly database: PersonalDatabase,
    private readonly sender: Claimant,
    private readonly kindOf: KindOf,
  ) {}

  waitUntil(until: number | undefined) {
    if (until !== undefined) this.nextAt = Math.min(this.nextAt ?? until, until)
  }

  /** What this sender has under way it knows without reading it. */
  async entriesOf(seqs: number[]): Promise<OutboxEntry[]> {
    const { database, sender } = this
    const own = new Map<number, OutboxEntry>()
    for (const entry of sender.inFlight?.values() ?? []) if (entry.userId === database.userId) own.set(entry.seq, entry)
    const others = seqs.filter((seq) => !own.has(seq))
    const read = others.length > 0 ? await database.outbox.bulkGet(others) : []
    for (const entry of read) if (entry) own.set(entry.seq, entry)
    return seqs.flatMap((seq) => own.get(seq) ?? [])
  }

  /** What this sender has under way is not asked about: it waits for that to end. */
  withoutInFlight(entries: OutboxEntry[]): OutboxEntry[] {
    for (const entry of entries) this.read.set(entry.seq, entry)
    return entries.filter((entry) => {
      const isFlying = entry.leaseBy === this.sender.by && this.sender.inFlight?.has(entry.key) === true
      if (!isFlying || !isStillAhead(entry.leaseUntil, LEASE)) return true
      this.waitUntil(entry.leaseUntil)
      return false
    })
  }

  /** Answers how many of the candidates are still in the range they came from. */
  async offer(candidates: OutboxEntry[]): Promise<number> {
    const readable: ParsedEntry[] = []
    for (const raw of candidates) {
      const reading = readEntry(raw, this.database.userId, this.kindOf)
      // Dexie loses its transaction after about a hundred awaits of nothing in a row.
      if (reading.state === 'readable') readable.push(reading)
      else await this.removeUnsendable(raw, reading.state === 'invalid' ? reading.reason : undefined)
    }
    for (const { entry } of readable) this.read.set(entry.seq, entry)
    const heads = await this.laneHeadsOf(readable.map(({ entry }) => entry))
    for (const { entry, kind, input } of readable) {
      const head = heads.get(entry.entity)
      if (head && head.seq !== entry.seq) this.waitUntil(head.status === 'sending' ? head.leaseUntil : head.nextAt)
      else if (this.leaseEnd(entry) !== undefined) this.waitUntil(this.leaseEnd(entry))
      else if (this.found.length < this.sender.most) this.found.push({ entry, kind, input })
    }
    return readable.length
  }

  /** Nobody can read it, or a later version can. */
  private async removeUnsendable(entry: OutboxEntry, why: string | undefined) {
    const { outbox } = this.database
    this.read.delete(entry.seq)
    if (why !== undefined) await quarantine(this.database, outbox, entry.seq, entry, why)
    else await outbox.update(entry.seq, { status: 'held', leaseUntil: 0, leaseBy: null })
  }

  /**
   * The first that waits of each lane is the entry itself, or stands before it. Mostly what does is read already: then
   * the numbers of all that is there are enough.
   */
  private async laneHeadsOf(entries: OutboxEntry[]): Promise<Map<string, OutboxEntry>> {
    if (entries.length === 0) return new Map()
    const { outbox } = this.database
    const end = Math.max(...entries.map(({ seq }) => seq))
    const most = this.read.size + entries.length
    const before = await outbox.where('seq').belowOrEqual(end).limit(most).primaryKeys()
    if (before.length === most) return this.laneHeadsByLane(entries)
    const others = before.filter((seq) => !this.read.has(seq))
    const found = others.length > 0 ? await outbox.bulkGet(others) : []
    for (const entry of found) if (entry) this.read.set(entry.seq, entry)
    return laneHeads(before.flatMap((seq) => this.read.get(seq) ?? []))
  }

  /** Where much else stands before: most lanes have one change, and only where there are more are they read. */
  private async laneHeadsByLane(entries: OutboxEntry[]): Promise<Map<string, OutboxEntry>> {
    const lanes = [...new Set(entries.map(({ entity }) => entity))]
    const inLane = (lane: string) => this.database.outbox.where('entity').equals(lane)
    // Side by side: one after the other each would wait for the way to the disk and back.
    const counts = await Promise.all(lanes.map((lane) => inLane(lane).count()))
    const long = lanes.filter((_, at) => counts[at] !== 1)
    const read = long.length > 0 ? await Promise.all(long.map((lane) => inLane(lane).sortBy('seq'))) : []
    return laneHeads(read.flat())
  }

  private leaseEnd(entry: OutboxEntry): number | undefined {
    if (entry.status !== 'sending') return undefined
    const { by, alone, inFlight } = this.sender
    const isDead = entry.leaseBy === by ? inFlight !== undefined && !inFlight.has(entry.key) : alone
    return !isDead && isStillAhead(entry.leaseUntil, LEASE) ? entry.leaseUntil : undefined
  }
}

/** Of each lane the first that waits. */
function laneHeads(inOrder: OutboxEntry[]): Map<string, OutboxEntry> {
  const heads = new Map<string, OutboxEntry>()
  for (const entry of inOrder) if (isPending(entry) && !heads.has(entry.entity)) heads.set(entry.entity, entry)
  return heads
}

/** What an older version held and this one knows takes its place in its lane again. */
export async function releaseHeld(database: PersonalDatabase, kindOf: KindOf) {
  const held = await database.outbox.where('status').equals('held').toArray()
  const known = held.filter(kindOf)
  if (known.length === 0) return
  await durableWrite(database, () =>
    database.outbox
      .where('seq')
      .anyOf(known.map(({ seq }) => seq))
      .and(({ status }) => status === 'held')
      .modify({ status: 'queued', nextAt: 0 }),
  )
}

/** How many changes still have to be sent. */
export async function countPending(database: PersonalDatabase): Promise<number> {
  // Each by itself: of several at once Dexie asks by a cursor, a step for each entry.
  const counts = await Promise.all(
    PENDING_STATUSES.map((status) => database.outbox.where('status').equals(status).count()),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Changes for as long as whoever sends is alive: what is on its way, and how often it was tried. */
export async function drainHeartbeat(database: PersonalDatabase): Promise<string> {
  const entries = await database.outbox.where('status').equals('sending').toArray()
  const last = await database.outbox.orderBy('seq').last()
  return JSON.stringify([last?.seq, ...entries.map(({ seq, attempts, leaseUntil }) => [seq, attempts, leaseUntil])])
}

/** The network is back: what waits only because nobody answered goes now; a wait the server asked for is kept. */
export async function clearBackoff(database: PersonalDatabase) {
  const { outbox } = database
  await durableWrite(database, () =>
    database.transaction('rw', outbox, async () => {
      // All at once: left to choose by itself, Dexie steps through the queue, and whoever reads it waits for that.
      const later = await outbox
        .where('[status+nextAt]')
        .between(['queued', 0], ['queued', Infinity], false, true)
        .toArray()
      const unheard = later.filter(({ lastError }) => lastError?.family === 'unreachable')
      await putInChunks(
        outbox,
        unheard.map((entry) => ({ ...entry, nextAt: 0 })),
      )
    }),
  )
}

/**
 * Puts a failed change into the queue once more: at its end, in a new place of the order, since others may have been
 * applied in between. The key stays where the first sending may have taken effect, so that this one then has none.
 */
export async function retryEntry(database: PersonalDatabase, seq: number, kindOf: KindOf) {
  const { outbox, journal } = database
  await durableWrite(database, () =>
    database.transaction('rw', outbox, journal, async () => {
      const entry = await outbox.get(seq)
      if (entry?.status !== 'failed') return
      const { seq: _, ...rest } = entry
      // A 4xx says that nothing happened: the change is free to carry a new key. That of a creation is for ever.
      const isFree = entry.lastError?.family === 'refused' && (entry.lastError.status ?? 500) < 500
      await outbox.delete(seq)
      await outbox.add({
        ...rest,
        key: isFree && !kindOf(entry)?.isCreation ? uuid() : entry.key,
        status: 'queued',
        nextAt: 0,
        refusals: 0,
        failingAfter: null,
      })
      await recordEvent(database, 'retried', entry.entity, clock.now())
    }),
  )
}

/** Gives a failed or held change up, or one that was never sent, because the person said so. */
export async function discardEntry(database: PersonalDatabase, seq: number) {
  const { outbox, journal } = database
  await durableWrite(database, () =>
    database.transaction('rw', outbox, journal, async () => {
      const entry = await outbox.get(seq)
      if (!entry || !canDiscard(entry)) return
      await outbox.delete(seq)
      await recordEvent(database, 'discarded', entry.entity, clock.now())
    }),
  )
}

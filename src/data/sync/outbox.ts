import { v7 as uuid } from 'uuid'
import { durableStore, durableWrite } from '#data/database/durableWrite.ts'
import { recordEvent } from '#data/database/journal.ts'
import { canDiscard, isPending, type OutboxEntry, PENDING_STATUSES } from '#data/database/outboxEntry.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { putInChunks } from '#data/database/putInChunks.ts'
import { quarantine } from '#data/database/quarantine.ts'
import { clock, isStillAhead } from '#data/platform/clock.ts'
import { WAIT_MAX } from './classify.ts'
import type { KindOf } from './kindLookup.ts'
import { identifyEntry, type KnownEntry, type ParsedEntry, parseEntry } from './readEntry.ts'

/** A lease expires after this long, in ms: longer than the longest request of 64 kB (docs/sync.md#batch). */
const LEASE = 60_000
/** Size of a mutation inside a batch without its body, in bytes. */
const MUTATION_BYTES = 200

export interface Claimant {
  /** Maximum number of entries to claim. */
  limit: number
  /** Maximum size of their requests together, in bytes; unlimited by default. The first entry is always claimed. */
  bytes?: number
  /** Owner of the leases. */
  by: string
  /** The claimant holds the lock, so leases of other owners are dead. */
  isAlone: boolean
  /** Entries that the claimant is sending, by key. Its other leases were lost while the page was frozen. */
  inFlight?: ReadonlyMap<string, OutboxEntry>
}
export interface ClaimedEntry extends ParsedEntry {
  /** Size of the request, in bytes. */
  bytes: number
}
export interface Claim {
  claimed: ClaimedEntry[]
  /** The limits ended the search: more entries may be ready. */
  isFull: boolean
  /** When the next pending entry is due, in ms of the device clock. */
  nextAt: number | undefined
}

/**
 * Claims up to `limit` lane heads and marks them `sending` under a lease, in one transaction, so two senders never claim
 * the same entry. Reclaims entries of dead senders: at once if the claimant is alone, otherwise when their lease
 * expires. Quarantines unreadable entries and holds those of unknown kinds. Reads about as many entries as it claims.
 */
export function claimEntries(database: PersonalDatabase, sender: Claimant, kindOf: KindOf): Promise<Claim> {
  const { outbox, aside, journal } = database
  return durableStore(database, () =>
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
      // Waits beyond WAIT_MAX were computed with a wrong clock; those entries are ready.
      const ready = [
        [-Infinity, now],
        [now + WAIT_MAX + 1, Infinity],
      ]
      for (const [from, to] of ready) {
        const chunk = sender.limit + 20
        for (let offset = 0; !search.isFull; ) {
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
      return { claimed, isFull: search.isFull, nextAt: search.nextAt }
    }),
  )
}

/** Collects claimable entries from candidates. */
class LaneSearch {
  found: ClaimedEntry[] = []
  /** Nothing more can be claimed. */
  isFull = false
  nextAt: number | undefined
  private bytes = 0
  /** Entries read so far, by `seq`. */
  private readonly read = new Map<number, OutboxEntry>()
  constructor(
    private readonly database: PersonalDatabase,
    private readonly sender: Claimant,
    private readonly kindOf: KindOf,
  ) {}

  waitUntil(until: number | undefined) {
    if (until !== undefined) this.nextAt = Math.min(this.nextAt ?? until, until)
  }

  /** Returns entries by `seq`; those in flight come from memory. */
  async entriesOf(seqs: number[]): Promise<OutboxEntry[]> {
    const { database, sender } = this
    const own = new Map<number, OutboxEntry>()
    for (const entry of sender.inFlight?.values() ?? []) if (entry.userId === database.userId) own.set(entry.seq, entry)
    const others = seqs.filter((seq) => !own.has(seq))
    const read = others.length > 0 ? await database.outbox.bulkGet(others) : []
    for (const entry of read) if (entry) own.set(entry.seq, entry)
    return seqs.flatMap((seq) => own.get(seq) ?? [])
  }

  /** Filters out entries in flight and remembers when their leases end. */
  withoutInFlight(entries: OutboxEntry[]): OutboxEntry[] {
    for (const entry of entries) this.read.set(entry.seq, entry)
    return entries.filter((entry) => {
      const isFlying = entry.leaseBy === this.sender.by && this.sender.inFlight?.has(entry.key) === true
      if (!isFlying || !isStillAhead(entry.leaseUntil, LEASE)) return true
      this.waitUntil(entry.leaseUntil)
      return false
    })
  }

  /** Returns how many candidates remain in the index range that they came from. Parses only what it claims. */
  async offer(candidates: OutboxEntry[]): Promise<number> {
    const known: KnownEntry[] = []
    for (const raw of candidates) {
      const identified = identifyEntry(raw, this.database.userId, this.kindOf)
      // Dexie loses its transaction after about a hundred awaits without database work.
      if (identified.state === 'known') known.push(identified)
      else await this.removeUnsendable(raw, identified.state === 'invalid' ? identified.reason : undefined)
    }
    const entries = known.map(({ entry }) => entry)
    for (const entry of entries) this.read.set(entry.seq, entry)
    let removed = 0
    let heads = await this.laneHeadsOf(entries)
    for (const one of known) {
      if (this.isFull) break
      const until = this.blockedUntil(one.entry, heads)
      if (until !== undefined) {
        this.waitUntil(until)
        continue
      }
      const parsed = parseEntry(one)
      if (typeof parsed !== 'string') {
        this.claim(parsed)
        continue
      }
      await this.removeUnsendable(one.entry, parsed)
      removed += 1
      // The next entry of the lane is its head now.
      heads = await this.laneHeadsOf(entries.filter(({ seq }) => this.read.has(seq)))
    }
    return known.length - removed
  }

  private claim(parsed: ParsedEntry) {
    const { limit, bytes: most = Infinity } = this.sender
    const bytes = requestBytes(parsed)
    this.bytes += bytes
    if (this.found.length === 0 || this.bytes <= most) this.found.push({ ...parsed, bytes })
    this.isFull = this.found.length >= limit || this.bytes >= most
  }

  /** Quarantines an invalid entry, or holds one of an unknown kind. */
  private async removeUnsendable(entry: OutboxEntry, why: string | undefined) {
    const { outbox } = this.database
    this.read.delete(entry.seq)
    if (why !== undefined) await quarantine(this.database, outbox, entry.seq, entry, why)
    else await outbox.update(entry.seq, { status: 'held', leaseUntil: 0, leaseBy: null })
  }

  /**
   * Returns the lane heads of these entries. Usually most entries up to them have been read, and only keys are fetched.
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

  /** Used when many other entries precede: counts each lane and reads only lanes with several entries. */
  private async laneHeadsByLane(entries: OutboxEntry[]): Promise<Map<string, OutboxEntry>> {
    const lanes = [...new Set(entries.map(({ entity }) => entity))]
    const inLane = (lane: string) => this.database.outbox.where('entity').equals(lane)
    // In parallel: each round trip to the disk would add up.
    const counts = await Promise.all(lanes.map((lane) => inLane(lane).count()))
    const long = lanes.filter((_, at) => counts[at] !== 1)
    const read = long.length > 0 ? await Promise.all(long.map((lane) => inLane(lane).sortBy('seq'))) : []
    return laneHeads(read.flat())
  }

  /** Returns until when the lane head or a lease blocks the entry; undefined if it can be claimed. */
  private blockedUntil(entry: OutboxEntry, heads: Map<string, OutboxEntry>): number | undefined {
    const head = heads.get(entry.entity)
    if (!head || head.seq === entry.seq) return this.leaseEnd(entry)
    return head.status === 'sending' ? head.leaseUntil : head.nextAt
  }

  private leaseEnd(entry: OutboxEntry): number | undefined {
    if (entry.status !== 'sending') return undefined
    const { by, isAlone, inFlight } = this.sender
    const isDead = entry.leaseBy === by ? inFlight !== undefined && !inFlight.has(entry.key) : isAlone
    return !isDead && isStillAhead(entry.leaseUntil, LEASE) ? entry.leaseUntil : undefined
  }
}

/** Estimates the size of an entry's request inside a batch, in bytes. */
function requestBytes({ entry, kind, input }: ParsedEntry): number {
  const { body } = kind.request({ entry, input })
  return MUTATION_BYTES + new TextEncoder().encode(JSON.stringify(body ?? '')).length
}

/** The first pending entry of each lane. */
function laneHeads(inOrder: OutboxEntry[]): Map<string, OutboxEntry> {
  const heads = new Map<string, OutboxEntry>()
  for (const entry of inOrder) if (isPending(entry) && !heads.has(entry.entity)) heads.set(entry.entity, entry)
  return heads
}

/** Queues held entries of kinds that this version knows. */
export async function releaseHeld(database: PersonalDatabase, kindOf: KindOf) {
  const held = await database.outbox.where('status').equals('held').toArray()
  const known = held.filter(kindOf)
  if (known.length === 0) return
  await durableStore(database, () =>
    database.outbox
      .where('seq')
      .anyOf(known.map(({ seq }) => seq))
      .and(({ status }) => status === 'held')
      .modify({ status: 'queued', nextAt: 0 }),
  )
}

/** Counts the pending entries. */
export async function countPending(database: PersonalDatabase): Promise<number> {
  // One query per status: for several values Dexie uses a cursor, which steps through every entry.
  const counts = await Promise.all(
    PENDING_STATUSES.map((status) => database.outbox.where('status').equals(status).count()),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Returns a value that changes while a sender makes progress. */
export async function drainHeartbeat(database: PersonalDatabase): Promise<string> {
  const entries = await database.outbox.where('status').equals('sending').toArray()
  const last = await database.outbox.orderBy('seq').last()
  return JSON.stringify([last?.seq, ...entries.map(({ seq, attempts, leaseUntil }) => [seq, attempts, leaseUntil])])
}

/**
 * Makes entries due that no server answered, with `endWindows` also those that wait for the end of their window. Waits
 * that the server requested stay.
 */
export async function clearBackoff(database: PersonalDatabase, { endWindows = false } = {}) {
  const { outbox } = database
  await durableStore(database, () =>
    database.transaction('rw', outbox, async () => {
      // In one read: Dexie's own choice would be a cursor over the queue, and readers would wait for it.
      const later = await outbox
        .where('[status+nextAt]')
        .between(['queued', 0], ['queued', Infinity], false, true)
        .toArray()
      const due = later.filter(({ lastError }) => lastError?.family === 'unreachable' || (endWindows && !lastError))
      await putInChunks(
        outbox,
        due.map((entry) => ({ ...entry, nextAt: 0 })),
      )
    }),
  )
}

/**
 * Requeues a failed entry at the end of the queue with a new `seq`, because later entries may have been applied. Keeps
 * the key when the first attempt may have taken effect, so that the retry has none.
 */
export async function retryEntry(database: PersonalDatabase, seq: number, kindOf: KindOf) {
  const { outbox, journal } = database
  await durableWrite(database, () =>
    database.transaction('rw', outbox, journal, async () => {
      const entry = await outbox.get(seq)
      if (entry?.status !== 'failed') return
      const { seq: _, ...rest } = entry
      // A 4xx means that nothing happened, so a new key is safe. A creation always keeps its key.
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

/** Discards an entry that failed, is held, or was never sent. */
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

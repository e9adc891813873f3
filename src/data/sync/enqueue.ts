import { recordEvent } from '#data/database/journal.ts'
import { canDiscard, isPending, type OutboxEntry } from '#data/database/outboxEntry.ts'
import type { BaseTable, PersonalDatabase } from '#data/database/personal.ts'
import { clock, isStillAhead } from '#data/platform/clock.ts'
import { WAIT_MAX } from './classify.ts'

/** A change on its way into the outbox. */
export interface MutationDraft extends Pick<OutboxEntry, 'key' | 'kind' | 'formatVersion' | 'entity' | 'label'> {
  isCreation: boolean
  /** with all that was taken in */
  payload: () => unknown
  /** ms */
  window: number
  isSatisfied: ((database: PersonalDatabase) => Promise<boolean>) | undefined
  /** Takes the content of an earlier one in; answers whether it could. */
  absorb: ((earlier: OutboxEntry) => boolean) | undefined
}

/**
 * Writes changes into the outbox, in one transaction. A desired state takes the place of every earlier one of its lane,
 * attempted or not; one that grows takes in what it can; a creation stands beside the others. Always with a new key and
 * a new place in the order: an entry is never rewritten (sync page, "Coalescing").
 */
export async function enqueue(
  database: PersonalDatabase,
  tables: readonly BaseTable[],
  wishes: MutationDraft[],
  now: number,
): Promise<void> {
  const { outbox, journal } = database
  await database.transaction('rw', [outbox, journal, ...tables.map((name) => database.table(name))], async () => {
    for (const wish of wishes) await enqueueOne(database, wish, now)
  })
}

/** One change instead of another that can still be given up; false when there is none, or it may be on its way. */
export async function replaceEntry(
  database: PersonalDatabase,
  tables: readonly BaseTable[],
  key: string,
  next: (entry: OutboxEntry) => MutationDraft | undefined,
): Promise<boolean> {
  const { outbox, journal } = database
  return database.transaction('rw', [outbox, journal, ...tables.map((name) => database.table(name))], async () => {
    const entry = await outbox.get({ key })
    const wish = entry && canDiscard(entry) ? next(entry) : undefined
    if (!entry || !wish) return false
    await outbox.delete(entry.seq)
    await enqueueOne(database, wish, clock.now())
    return true
  })
}

async function enqueueOne(database: PersonalDatabase, wish: MutationDraft, now: number) {
  if (await enqueueOptimistically(database, wish, now)) return
  const { outbox } = database
  // Asked together: one after the other each would wait for the way to the disk and back.
  const [lane, early] = await Promise.all([
    wish.isCreation ? [] : outbox.where('entity').equals(wish.entity).sortBy('seq'),
    wish.absorb ? undefined : wish.isSatisfied?.(database),
  ])
  const taken = supersededBy(wish, lane)
  if (taken.length > 0) await outbox.bulkDelete(taken.map(({ seq }) => seq))
  const unsure = taken.some((entry) => entry.attempts > 0 || entry.status === 'sending' || entry.unsure)
  if (!unsure && (wish.absorb ? await wish.isSatisfied?.(database) : early)) {
    await recordEvent(database, 'unneeded', wish.entity, now)
    return
  }
  const entry = entryOf(database, wish, { taken, unsure, now })
  const event = taken.length > 0 ? 'superseded' : 'queued'
  await Promise.all([outbox.add(entry), recordEvent(database, event, wish.entity, now)])
}

/**
 * Most taps meet nothing: such a one is written in one wave with the questions whether it does. Where it does, what was
 * written is taken out again, in the same transaction, before anybody sees it; answers whether it stands.
 */
async function enqueueOptimistically(database: PersonalDatabase, wish: MutationDraft, now: number): Promise<boolean> {
  if (wish.isCreation || wish.absorb) return false
  const { outbox, journal } = database
  const plain = entryOf(database, wish, { taken: [], unsure: false, now })
  const [before, isAlready, seq, noted] = await Promise.all([
    outbox.where('entity').equals(wish.entity).count(),
    wish.isSatisfied?.(database),
    outbox.add(plain),
    recordEvent(database, 'queued', wish.entity, now),
  ])
  if (before === 0 && !isAlready) return true
  await Promise.all([outbox.delete(seq), noted === undefined ? undefined : journal.delete(noted)])
  return false
}

function entryOf(
  { userId }: PersonalDatabase,
  wish: MutationDraft,
  { taken, unsure, now }: { taken: OutboxEntry[]; unsure: boolean; now: number },
): Omit<OutboxEntry, 'seq'> {
  return {
    key: wish.key,
    formatVersion: wish.formatVersion,
    userId,
    kind: wish.kind,
    entity: wish.entity,
    payload: wish.payload(),
    label: wish.label,
    createdAt: now,
    attempts: 0,
    unsure,
    refusals: 0,
    failingAfter: null,
    nextAt: dueAt(wish, taken, now),
    leaseUntil: 0,
    leaseBy: null,
    status: 'queued',
    lastError: null,
  }
}

/** Held ones stay: a version that knows them decides. */
function supersededBy({ kind, absorb }: MutationDraft, lane: OutboxEntry[]): OutboxEntry[] {
  const known = lane.filter(({ status }) => status !== 'held')
  if (!absorb) return known
  const taken: OutboxEntry[] = []
  for (const entry of known.toReversed()) {
    // What came before a change of another kind cannot be moved past it.
    if (entry.kind !== kind && isPending(entry)) break
    if (entry.kind === kind && absorb(entry)) taken.push(entry)
  }
  return taken
}

/** A window that has begun ends when it would have; a wait that the server asked for is kept by whoever takes over. */
function dueAt({ window }: MutationDraft, taken: OutboxEntry[], now: number): number {
  const begun = taken.find(
    (entry) => entry.attempts === 0 && entry.status === 'queued' && isStillAhead(entry.nextAt, window),
  )
  const own = window === 0 ? 0 : (begun?.nextAt ?? now + window)
  const asked = taken.filter(({ lastError, status }) => lastError?.family === 'refused' && status === 'queued')
  return Math.max(own, ...asked.map(({ nextAt }) => (isStillAhead(nextAt, WAIT_MAX) ? nextAt : 0)))
}

import { recordEvent } from '#data/database/journal.ts'
import { canDiscard, isPending, type OutboxEntry, UNSENT } from '#data/database/outboxEntry.ts'
import type { BaseTable, PersonalDatabase } from '#data/database/personal.ts'
import { clock, isStillAhead } from '#data/platform/clock.ts'
import { WAIT_MAX } from './classify.ts'

/** A mutation that is about to be written into the outbox. */
export interface MutationDraft extends Pick<OutboxEntry, 'key' | 'kind' | 'formatVersion' | 'entity' | 'label'> {
  isCreation: boolean
  /** Includes the payloads of absorbed entries. */
  payload: () => unknown
  /** Coalescing window, in ms. */
  window: number
  isSatisfied: ((database: PersonalDatabase) => Promise<boolean>) | undefined
  /** Merges an earlier entry's payload into this one. Returns whether that was possible. */
  absorb: ((earlier: OutboxEntry) => boolean) | undefined
}

/**
 * Writes mutations into the outbox in one transaction (docs/sync.md#coalescing). A desired state supersedes every
 * earlier entry of its lane, attempted or not; a monotonic state absorbs what it can; a creation supersedes nothing.
 * Each gets a new key and a new `seq`: entries are never rewritten.
 */
export async function enqueue(
  database: PersonalDatabase,
  tables: readonly BaseTable[],
  drafts: MutationDraft[],
  now: number,
): Promise<void> {
  const { outbox, journal } = database
  await database.transaction('rw', [outbox, journal, ...tables.map((name) => database.table(name))], async () => {
    for (const draft of drafts) await enqueueOne(database, draft, now)
  })
}

/** Replaces an entry that can still be discarded. Returns false when there is none, or when it may be in flight. */
export async function replaceEntry(
  database: PersonalDatabase,
  tables: readonly BaseTable[],
  key: string,
  next: (entry: OutboxEntry) => MutationDraft | undefined,
): Promise<boolean> {
  const { outbox, journal } = database
  return database.transaction('rw', [outbox, journal, ...tables.map((name) => database.table(name))], async () => {
    const entry = await outbox.get({ key })
    const draft = entry && canDiscard(entry) ? next(entry) : undefined
    if (!entry || !draft) return false
    await outbox.delete(entry.seq)
    await enqueueOne(database, draft, clock.now())
    return true
  })
}

async function enqueueOne(database: PersonalDatabase, draft: MutationDraft, now: number) {
  if (await enqueueOptimistically(database, draft, now)) return
  const { outbox } = database
  // In parallel: each round trip to the disk would add up.
  const [lane, early] = await Promise.all([
    draft.isCreation ? [] : outbox.where('entity').equals(draft.entity).sortBy('seq'),
    draft.absorb ? undefined : draft.isSatisfied?.(database),
  ])
  const taken = supersededBy(draft, lane)
  if (taken.length > 0) await outbox.bulkDelete(taken.map(({ seq }) => seq))
  const unsure = taken.some((entry) => entry.attempts > 0 || entry.status === 'sending' || entry.unsure)
  if (!unsure && (draft.absorb ? await draft.isSatisfied?.(database) : early)) {
    await recordEvent(database, 'unneeded', draft.entity, now)
    return
  }
  const entry = entryOf(database, draft, { taken, unsure, now })
  const event = taken.length > 0 ? 'superseded' : 'queued'
  await Promise.all([outbox.add(entry), recordEvent(database, event, draft.entity, now)])
}

/**
 * Writes the entry in parallel with the reads that decide whether it may be written; most mutations have no earlier
 * entry. Otherwise removes it again in the same transaction, before any reader sees it. Returns whether the entry was
 * kept.
 */
async function enqueueOptimistically(database: PersonalDatabase, draft: MutationDraft, now: number): Promise<boolean> {
  if (draft.isCreation || draft.absorb) return false
  const { outbox, journal } = database
  const plain = entryOf(database, draft, { taken: [], unsure: false, now })
  const [before, isAlready, seq, noted] = await Promise.all([
    outbox.where('entity').equals(draft.entity).count(),
    draft.isSatisfied?.(database),
    outbox.add(plain),
    recordEvent(database, 'queued', draft.entity, now),
  ])
  if (before === 0 && !isAlready) return true
  await Promise.all([outbox.delete(seq), noted === undefined ? undefined : journal.delete(noted)])
  return false
}

function entryOf(
  { userId }: PersonalDatabase,
  draft: MutationDraft,
  { taken, unsure, now }: { taken: OutboxEntry[]; unsure: boolean; now: number },
): Omit<OutboxEntry, 'seq'> {
  return {
    ...UNSENT,
    key: draft.key,
    formatVersion: draft.formatVersion,
    userId,
    kind: draft.kind,
    entity: draft.entity,
    payload: draft.payload(),
    label: draft.label,
    createdAt: now,
    attempts: 0,
    unsure,
    nextAt: dueAt(draft, taken, now),
  }
}

/** Held entries stay for a version that knows them. */
function supersededBy({ kind, absorb }: MutationDraft, lane: OutboxEntry[]): OutboxEntry[] {
  const known = lane.filter(({ status }) => status !== 'held')
  if (!absorb) return known
  const taken: OutboxEntry[] = []
  for (const entry of known.toReversed()) {
    // An entry of another kind blocks absorbing what came before it.
    if (entry.kind !== kind && isPending(entry)) break
    if (entry.kind === kind && absorb(entry)) taken.push(entry)
  }
  return taken
}

/** A started window keeps its end. A wait that the server requested also applies to the entry that supersedes. */
function dueAt({ window }: MutationDraft, taken: OutboxEntry[], now: number): number {
  const begun = taken.find(
    (entry) => entry.attempts === 0 && entry.status === 'queued' && isStillAhead(entry.nextAt, window),
  )
  const own = window === 0 ? 0 : (begun?.nextAt ?? now + window)
  const asked = taken.filter(({ lastError, status }) => lastError?.family === 'refused' && status === 'queued')
  return Math.max(own, ...asked.map(({ nextAt }) => (isStillAhead(nextAt, WAIT_MAX) ? nextAt : 0)))
}

import { durableStore } from '#data/database/durableWrite.ts'
import { recordEvents } from '#data/database/journal.ts'
import type { EntryError, OutboxEntry } from '#data/database/outboxEntry.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { putInChunks } from '#data/database/putInChunks.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { clock } from '#data/platform/clock.ts'
import { errorName } from '#data/platform/errorName.ts'
import type { Verdict } from './classify.ts'
import { REFUSALS_MAX, WAIT_MAX } from './classify.ts'
import type { MutationKind } from './mutation.ts'
import type { ParsedEntry } from './readEntry.ts'
import { keepDelivered } from './resend.ts'

/** Result of a delivery attempt for one entry. */
export type Outcome =
  | (ParsedEntry & { reply: unknown })
  /** Acknowledged although the server has no such record, for a removal, or no such call, for a change of this device. */
  | (ParsedEntry & { missing: 'record' | 'call' })
  | { entry: OutboxEntry; verdict: Exclude<Verdict, { become: 'acknowledged' }>; failure: unknown }
  /** Not processed: the entry counts as never sent. `unsure`: the request failed and may have taken effect. */
  | { entry: OutboxEntry; released: true; unsure: boolean }

/** Row of `meta`: number of entries ever acknowledged on this device. */
const ACKNOWLEDGED = 'acknowledged'

/**
 * Settles outcomes in one transaction (docs/sync.md#outcomes): deletes acknowledged entries and stores their rows if
 * newer; requeues or fails the rest. Entries that were superseded or discarded meanwhile stay deleted.
 */
export async function settle(database: PersonalDatabase, outcomes: Outcome[]): Promise<void> {
  try {
    await settleAll(database, outcomes)
  } catch (failure) {
    if (outcomes.length > 1) {
      for (const outcome of outcomes) await settle(database, [outcome])
      return
    }
    const [outcome] = outcomes
    // A bug prevents storing the answer. The mutation was applied, so it fails instead of being retried for ever.
    if (!outcome || !('kind' in outcome) || isStorageFailure(failure)) throw failure
    await settleAll(database, [{ entry: outcome.entry, verdict: { become: 'failed' }, failure }])
  }
}

async function settleAll(database: PersonalDatabase, outcomes: Outcome[]) {
  const bases = new Set(outcomes.flatMap((outcome) => ('kind' in outcome ? outcome.kind.tables : [])))
  const { outbox, delivered, meta, journal } = database
  const tables = [outbox, delivered, meta, journal, ...[...bases].map((name) => database.table(name))]
  await durableStore(database, () =>
    database.transaction('rw', tables, async () => {
      const now = clock.now()
      const done = outcomes.filter((outcome) => 'kind' in outcome)
      const answered = done.filter((outcome) => 'reply' in outcome)
      const store = async () => {
        for (const kind of new Set(answered.map((outcome) => outcome.kind))) {
          const ofKind = answered.filter((outcome) => outcome.kind === kind)
          await kind.store(database, ofKind)
        }
        for (const outcome of done) {
          if (!('missing' in outcome)) continue
          await (outcome.missing === 'call' ? outcome.kind.storeLocally : outcome.kind.gone)?.(database, outcome)
        }
      }
      const lanes = done.map(({ entry }) => entry.entity)
      // In parallel: each round trip to the disk would add up.
      const [before] = await Promise.all([
        acknowledgedSoFar(database),
        recordEvents(database, 'acknowledged', lanes, now),
        lanes.length > 0 && outbox.bulkDelete(done.map(({ entry }) => entry.seq)),
        keepDelivered(database, done, now),
        store(),
      ])
      if (done.length > 0) await meta.put({ key: ACKNOWLEDGED, value: before + done.length })
      await requeueAll(
        database,
        outcomes.flatMap((outcome) => ('kind' in outcome ? [] : outcome)),
        before + done.length,
        now,
      )
    }),
  )
}

async function acknowledgedSoFar(database: PersonalDatabase): Promise<number> {
  const stored = await database.meta.get(ACKNOWLEDGED)
  return typeof stored?.value === 'number' ? stored.value : 0
}

async function requeueAll(
  database: PersonalDatabase,
  outcomes: Exclude<Outcome, { kind: MutationKind }>[],
  acknowledged: number,
  now: number,
) {
  if (outcomes.length === 0) return
  const there = await database.outbox.bulkGet(outcomes.map(({ entry }) => entry.seq))
  const back: OutboxEntry[] = []
  const notes = new Map<string, string[]>()
  for (const [at, outcome] of outcomes.entries()) {
    const change = requeued(there[at], outcome, acknowledged, now)
    if (!change) continue
    back.push(change.entry)
    const { event } = change
    if (event !== undefined) notes.set(event, [...(notes.get(event) ?? []), outcome.entry.entity])
  }
  await putInChunks(database.outbox, back)
  for (const [event, lanes] of notes) await recordEvents(database, event, lanes, now)
}

/**
 * Returns the entry's next state, with the event for the journal. Returns nothing when another sender or mutation took
 * over.
 */
function requeued(
  current: OutboxEntry | undefined,
  outcome: Exclude<Outcome, { kind: MutationKind }>,
  acknowledged: number,
  now: number,
): { entry: OutboxEntry; event?: string } | undefined {
  const { entry } = outcome
  if (!current || current.leaseBy !== entry.leaseBy || current.attempts !== entry.attempts) return
  if ('released' in outcome) {
    const unsure = current.unsure || outcome.unsure
    return { entry: { ...current, ...IDLE, status: 'queued', attempts: entry.attempts - 1, unsure } }
  }
  const { verdict, failure } = outcome
  const answered = verdict.become === 'queued' && verdict.answered
  const refusals = current.refusals + (answered ? 1 : 0)
  // Refused repeatedly while other entries were acknowledged: the entry is the problem, not the server.
  const isPoison =
    answered &&
    refusals >= REFUSALS_MAX &&
    typeof current.failingAfter === 'number' &&
    acknowledged > current.failingAfter
  const failed = verdict.become === 'failed' || isPoison
  return {
    entry: {
      ...current,
      ...IDLE,
      lastError: errorOf(failure, now),
      status: failed ? 'failed' : 'queued',
      nextAt: !failed && verdict.become === 'queued' ? now + Math.min(verdict.wait, WAIT_MAX) : 0,
      refusals,
      failingAfter: answered ? (current.failingAfter ?? acknowledged) : (current.failingAfter ?? null),
    },
    event: failed ? 'failed' : verdict.become,
  }
}

const IDLE = { leaseUntil: 0, leaseBy: null }

function errorOf(failure: unknown, at: number): EntryError | null {
  if (failure === undefined) return null
  if (failure instanceof Refused && !failure.isForeign) {
    const { status, requestId } = failure
    const { message, errors } = failure.failure
    const rest = { ...(errors && { fields: errors }), ...(requestId !== undefined && { requestId }) }
    return { family: 'refused', status, message, ...rest, at }
  }
  if (failure instanceof Unreachable || failure instanceof Refused)
    return { family: 'unreachable', status: null, message: '', at }
  return { family: 'broken', status: null, message: '', at }
}

/** Whether the storage failed, rather than the data to be written. */
function isStorageFailure(failure: unknown): boolean {
  const names = [
    'NotStored',
    'AbortError',
    'DatabaseClosedError',
    'QuotaExceededError',
    'OpenFailedError',
    'UnknownError',
  ]
  return failure instanceof Error && (names.includes(failure.name) || names.includes(errorName(failure)))
}

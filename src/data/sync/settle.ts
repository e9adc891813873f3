import { durableWrite } from '#data/database/durableWrite.ts'
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

/** How the sending of one entry ended. */
export type Outcome =
  | (ParsedEntry & { reply: unknown })
  /** the server no longer knows what should be gone */
  | (ParsedEntry & { gone: true })
  | { entry: OutboxEntry; verdict: Exclude<Verdict, { become: 'acknowledged' }>; failure: unknown }
  /** its call was not looked at: as if it had never been sent. `unsure`: that call broke, and may have done its work */
  | { entry: OutboxEntry; released: true; unsure: boolean }

/** How many changes of this device were ever acknowledged. */
const ACKNOWLEDGED = 'acknowledged'

/**
 * Writes down how sendings ended, all in one transaction: what the server has goes from the outbox, and the rows it
 * answered with stay, if newer; the rest waits or fails. An entry that was superseded or discarded meanwhile stays gone.
 */
export async function settle(database: PersonalDatabase, endings: Outcome[]): Promise<void> {
  try {
    await settleAll(database, endings)
  } catch (failure) {
    if (endings.length > 1) {
      for (const ending of endings) await settle(database, [ending])
      return
    }
    const [ending] = endings
    // An answer that cannot be kept is a bug of ours; the change itself is done, and must not be tried for ever.
    if (!ending || !('kind' in ending) || isStorageFailure(failure)) throw failure
    await settleAll(database, [{ entry: ending.entry, verdict: { become: 'failed' }, failure }])
  }
}

async function settleAll(database: PersonalDatabase, endings: Outcome[]) {
  const bases = new Set(endings.flatMap((ending) => ('kind' in ending ? ending.kind.tables : [])))
  const tables = [...bases].map((name) => database.table(name))
  await durableWrite(database, () =>
    database.transaction('rw', [database.outbox, database.meta, database.journal, ...tables], async () => {
      const now = clock.now()
      const done = endings.filter((ending) => 'kind' in ending)
      const answered = done.filter((ending) => 'reply' in ending)
      const store = async () => {
        for (const kind of new Set(answered.map((ending) => ending.kind))) {
          const ofKind = answered.filter((ending) => ending.kind === kind)
          await kind.store(database, ofKind)
        }
        for (const ending of done) if ('gone' in ending) await ending.kind.gone(database, ending)
      }
      const lanes = done.map(({ entry }) => entry.entity)
      // Side by side: one after the other each would wait for the way to the disk and back.
      const [before] = await Promise.all([
        acknowledgedSoFar(database),
        recordEvents(database, 'acknowledged', lanes, now),
        lanes.length > 0 && database.outbox.bulkDelete(done.map(({ entry }) => entry.seq)),
        store(),
      ])
      if (done.length > 0) await database.meta.put({ key: ACKNOWLEDGED, value: before + done.length })
      await requeueAll(
        database,
        endings.flatMap((ending) => ('kind' in ending ? [] : ending)),
        before + done.length,
        now,
      )
    }),
  )
}

async function acknowledgedSoFar(database: PersonalDatabase): Promise<number> {
  const kept = await database.meta.get(ACKNOWLEDGED)
  return typeof kept?.value === 'number' ? kept.value : 0
}

async function requeueAll(
  database: PersonalDatabase,
  endings: Exclude<Outcome, { kind: MutationKind }>[],
  acknowledged: number,
  now: number,
) {
  if (endings.length === 0) return
  const there = await database.outbox.bulkGet(endings.map(({ entry }) => entry.seq))
  const back: OutboxEntry[] = []
  const notes = new Map<string, string[]>()
  for (const [at, ending] of endings.entries()) {
    const change = requeued(there[at], ending, acknowledged, now)
    if (!change) continue
    back.push(change.entry)
    const { event } = change
    if (event !== undefined) notes.set(event, [...(notes.get(event) ?? []), ending.entry.entity])
  }
  await putInChunks(database.outbox, back)
  for (const [event, lanes] of notes) await recordEvents(database, event, lanes, now)
}

/** What becomes of an entry that was not acknowledged, and what is to be noted of it. */
function requeued(
  current: OutboxEntry | undefined,
  ending: Exclude<Outcome, { kind: MutationKind }>,
  acknowledged: number,
  now: number,
): { entry: OutboxEntry; event?: string } | undefined {
  const { entry } = ending
  if (!current || current.leaseBy !== entry.leaseBy || current.attempts !== entry.attempts) return
  if ('released' in ending) {
    const unsure = current.unsure || ending.unsure
    return { entry: { ...current, ...IDLE, status: 'queued', attempts: entry.attempts - 1, unsure } }
  }
  const { verdict, failure } = ending
  const answered = verdict.become === 'queued' && verdict.answered
  const refusals = current.refusals + (answered ? 1 : 0)
  // Refused again and again while others got through: the entry is the problem, not the server.
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
    const { message, errors } = failure.failure
    return { family: 'refused', status: failure.status, message, ...(errors && { fields: errors }), at }
  }
  if (failure instanceof Unreachable || failure instanceof Refused)
    return { family: 'unreachable', status: null, message: '', at }
  return { family: 'broken', status: null, message: '', at }
}

/** Trouble of the database and not of what was to be written. */
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

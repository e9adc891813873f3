import { keep } from '#data/database/durableWrite.ts'
import { noteAll } from '#data/database/journal.ts'
import type { Entry, EntryError } from '#data/database/outboxEntry.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { putInPieces } from '#data/database/putInChunks.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { clock } from '#data/platform/clock.ts'
import { errorName } from '#data/platform/errorName.ts'
import type { Verdict } from './classify.ts'
import { REFUSALS_MAX, WAIT_MAX } from './classify.ts'
import type { Kind } from './mutation.ts'

/** How the sending of one entry ended. */
export type Ending =
  | { entry: Entry; kind: Kind; reply: unknown }
  /** the server no longer knows what should be gone */
  | { entry: Entry; kind: Kind; gone: true }
  | { entry: Entry; verdict: Exclude<Verdict, { become: 'acknowledged' }>; failure: unknown }
  /** its call was not looked at: as if it had never been sent. `unsure`: that call broke, and may have done its work */
  | { entry: Entry; released: true; unsure: boolean }

/** How many changes of this device were ever acknowledged. */
const ACKNOWLEDGED = 'acknowledged'

/**
 * Writes down how sendings ended, all in one transaction: what the server has goes from the outbox, and the rows it
 * answered with stay, if newer; the rest waits or fails. An entry that was superseded or discarded meanwhile stays gone.
 */
export async function conclude(database: PersonalDatabase, endings: Ending[]): Promise<void> {
  try {
    await concludeAll(database, endings)
  } catch (failure) {
    if (endings.length > 1) {
      for (const ending of endings) await conclude(database, [ending])
      return
    }
    const [ending] = endings
    // An answer that cannot be kept is a bug of ours; the change itself is done, and must not be tried for ever.
    if (!ending || !('kind' in ending) || isStorage(failure)) throw failure
    await concludeAll(database, [{ entry: ending.entry, verdict: { become: 'failed' }, failure }])
  }
}

async function concludeAll(database: PersonalDatabase, endings: Ending[]) {
  const bases = new Set(endings.flatMap((ending) => ('kind' in ending ? ending.kind.tables : [])))
  const tables = [...bases].map((name) => database.table(name))
  await keep(database, () =>
    database.transaction('rw', [database.outbox, database.meta, database.journal, ...tables], async () => {
      const now = clock.now()
      const done = endings.filter((ending) => 'kind' in ending)
      const answered = done.filter((ending) => 'reply' in ending)
      const store = async () => {
        for (const kind of new Set(answered.map((ending) => ending.kind))) {
          const ofKind = answered.filter((ending) => ending.kind === kind)
          await kind.store(database, ofKind)
        }
        for (const ending of done) if ('gone' in ending) await ending.kind.gone(database, ending.entry)
      }
      const lanes = done.map(({ entry }) => entry.entity)
      // Side by side: one after the other each would wait for the way to the disk and back.
      const [before] = await Promise.all([
        acknowledgedSoFar(database),
        noteAll(database, 'acknowledged', lanes, now),
        lanes.length > 0 && database.outbox.bulkDelete(done.map(({ entry }) => entry.seq)),
        store(),
      ])
      if (done.length > 0) await database.meta.put({ key: ACKNOWLEDGED, value: before + done.length })
      await putAllBack(
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

async function putAllBack(
  database: PersonalDatabase,
  endings: Exclude<Ending, { kind: Kind }>[],
  acknowledged: number,
  now: number,
) {
  if (endings.length === 0) return
  const there = await database.outbox.bulkGet(endings.map(({ entry }) => entry.seq))
  const back: Entry[] = []
  const notes = new Map<string, string[]>()
  for (const [at, ending] of endings.entries()) {
    const change = putBack(there[at], ending, acknowledged, now)
    if (!change) continue
    back.push(change.entry)
    const { event } = change
    if (event !== undefined) notes.set(event, [...(notes.get(event) ?? []), ending.entry.entity])
  }
  await putInPieces(database.outbox, back)
  for (const [event, lanes] of notes) await noteAll(database, event, lanes, now)
}

/** What becomes of an entry that was not acknowledged, and what is to be noted of it. */
function putBack(
  current: Entry | undefined,
  ending: Exclude<Ending, { kind: Kind }>,
  acknowledged: number,
  now: number,
): { entry: Entry; event?: string } | undefined {
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
function isStorage(failure: unknown): boolean {
  const names = [
    'NotKept',
    'AbortError',
    'DatabaseClosedError',
    'QuotaExceededError',
    'OpenFailedError',
    'UnknownError',
  ]
  return failure instanceof Error && (names.includes(failure.name) || names.includes(errorName(failure)))
}

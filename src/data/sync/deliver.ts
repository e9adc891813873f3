import { HEADER_AGE, HEADER_CLIENT, HEADER_KEY, HEADER_SEQ } from '#contract/sync.ts'
import type { OutboxEntry } from '#data/database/outboxEntry.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { tokenFor } from '#data/database/session.ts'
import { perform } from '#data/network/call.ts'
import { Unreachable } from '#data/network/failures.ts'
import { clock } from '#data/platform/clock.ts'
import { ignoring } from '#data/platform/ignoring.ts'
import { classify } from './classify.ts'
import type { KindOf } from './kindLookup.ts'
import type { MutationKind } from './mutation.ts'
import type { Outcome } from './settle.ts'

/** How a call with one entry, or with many, went. */
export interface DeliveryAttempt {
  outcomes: Outcome[]
  /** nobody answered */
  unreachable: boolean
  /** we cut it off ourselves: it says nothing of the network */
  aborted: boolean
  /** the person has to sign in */
  parked: boolean
  /** the server would not look at the entries together: they go one by one */
  batchRefused: boolean
}
export interface DeliveryContext {
  database: PersonalDatabase
  client: string
  signal: AbortSignal
  kindOf: KindOf
}

/** Sends one entry by its own call. */
export async function deliverEntry(
  entry: OutboxEntry,
  { database, client, signal, kindOf }: DeliveryContext,
): Promise<DeliveryAttempt> {
  const kind = kindOf(entry)
  const token = await tokenFor(database)
  if (!kind || token === undefined) return parkAll([entry])
  try {
    const reply = await perform(kind.request(entry), {
      signal,
      token,
      headers: {
        [HEADER_KEY]: entry.key,
        [HEADER_CLIENT]: client,
        [HEADER_SEQ]: String(entry.seq),
        [HEADER_AGE]: String(ageOf(entry)),
      },
    })
    return attemptOf([{ entry, kind, reply }])
  } catch (failure) {
    return attemptOf([outcomeOf(entry, kind, failure)], failure)
  }
}

/** ms since the tap, by this device's clock; a clock that was put back says nothing. */
export function ageOf({ createdAt }: Pick<OutboxEntry, 'createdAt'>): number {
  return Math.max(0, clock.now() - createdAt)
}

/** What becomes of an entry by how its sending failed. */
export function outcomeOf(entry: OutboxEntry, kind: MutationKind, failure: unknown): Outcome {
  ignoring('Unreachable', 'Refused')(failure)
  const verdict = classify(failure, { attempts: entry.attempts, isOff: kind.isOff(entry) })
  return verdict.become === 'acknowledged' ? { entry, kind, gone: true } : { entry, verdict, failure }
}

/** Nothing goes out under another name. */
export function parkAll(entries: OutboxEntry[]): DeliveryAttempt {
  return attemptOf(entries.map((entry): Outcome => ({ entry, verdict: { become: 'parked' }, failure: undefined })))
}

export function attemptOf(endings: Outcome[], failure?: unknown): DeliveryAttempt {
  const aborted = failure instanceof Unreachable && failure.reason === 'aborted'
  return {
    outcomes: endings,
    unreachable: failure instanceof Unreachable && !aborted,
    aborted,
    parked: endings.some((ending) => 'verdict' in ending && ending.verdict.become === 'parked'),
    batchRefused: false,
  }
}

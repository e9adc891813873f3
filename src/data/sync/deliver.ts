import { HEADER_AGE, HEADER_CLIENT, HEADER_KEY, HEADER_SEQ } from '#contract/sync.ts'
import type { OutboxEntry } from '#data/database/outboxEntry.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { tokenFor } from '#data/database/session.ts'
import { perform } from '#data/network/call.ts'
import { Unreachable } from '#data/network/failures.ts'
import { clock } from '#data/platform/clock.ts'
import { ignoring } from '#data/platform/ignoring.ts'
import { classify } from './classify.ts'
import type { ParsedEntry } from './readEntry.ts'
import type { Outcome } from './settle.ts'

/** Result of one request with one or several entries. */
export interface DeliveryAttempt {
  outcomes: Outcome[]
  /** The server did not answer. */
  unreachable: boolean
  /** Unreachable because no answer came in time: the request may be too large for the network. */
  timedOut: boolean
  /** The app aborted the request, which says nothing about the network. */
  aborted: boolean
  /** The user has to sign in. */
  parked: boolean
  /** The server refused the batch as a whole: send its entries one by one. */
  batchRefused: boolean
}
export interface DeliveryContext {
  database: PersonalDatabase
  client: string
  signal: AbortSignal
}

/** Sends one entry in its own request. */
export async function deliverEntry(
  claimed: ParsedEntry,
  { database, client, signal }: DeliveryContext,
): Promise<DeliveryAttempt> {
  const { entry, kind } = claimed
  const token = await tokenFor(database)
  if (token === undefined) return parkAll([claimed])
  try {
    const reply = await perform(kind.request(claimed), {
      signal,
      token,
      headers: {
        [HEADER_KEY]: entry.key,
        [HEADER_CLIENT]: client,
        [HEADER_SEQ]: String(entry.seq),
        [HEADER_AGE]: String(ageOf(entry)),
      },
    })
    return attemptOf([{ ...claimed, reply }])
  } catch (failure) {
    return attemptOf([outcomeOf(claimed, failure)], failure)
  }
}

/** Age of the mutation in ms, never negative after a clock change. */
export function ageOf({ createdAt }: Pick<OutboxEntry, 'createdAt'>): number {
  return Math.max(0, clock.now() - createdAt)
}

/** Returns the outcome of a failed attempt for one entry. */
export function outcomeOf(claimed: ParsedEntry, failure: unknown): Outcome {
  const { entry, kind, input } = claimed
  ignoring('Unreachable', 'Refused')(failure)
  const verdict = classify(failure, {
    attempts: entry.attempts,
    isOff: kind.isOff(input),
    canBeLocal: kind.storeLocally !== undefined,
  })
  if (verdict.become !== 'acknowledged') return { entry, verdict, failure }
  return { ...claimed, missing: verdict.isLocal ? 'call' : 'record' }
}

/** Parks the entries until their user signs in again. Entries are never sent as another user. */
export function parkAll(claimed: ParsedEntry[]): DeliveryAttempt {
  return attemptOf(claimed.map(({ entry }): Outcome => ({ entry, verdict: { become: 'parked' }, failure: undefined })))
}

export function attemptOf(outcomes: Outcome[], failure?: unknown): DeliveryAttempt {
  const aborted = failure instanceof Unreachable && failure.reason === 'aborted'
  return {
    outcomes: outcomes,
    unreachable: failure instanceof Unreachable && !aborted,
    timedOut: failure instanceof Unreachable && failure.reason === 'timeout',
    aborted,
    parked: outcomes.some((outcome) => 'verdict' in outcome && outcome.verdict.become === 'parked'),
    batchRefused: false,
  }
}

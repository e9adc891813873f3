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
}

/** Sends one entry by its own call. */
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

/** ms since the tap, by this device's clock; a clock that was put back says nothing. */
export function ageOf({ createdAt }: Pick<OutboxEntry, 'createdAt'>): number {
  return Math.max(0, clock.now() - createdAt)
}

/** What becomes of an entry by how its sending failed. */
export function outcomeOf(claimed: ParsedEntry, failure: unknown): Outcome {
  const { entry, kind, input } = claimed
  ignoring('Unreachable', 'Refused')(failure)
  const verdict = classify(failure, { attempts: entry.attempts, isOff: kind.isOff(input) })
  return verdict.become === 'acknowledged' ? { ...claimed, gone: true } : { entry, verdict, failure }
}

/** Nothing goes out under another name. */
export function parkAll(claimed: ParsedEntry[]): DeliveryAttempt {
  return attemptOf(claimed.map(({ entry }): Outcome => ({ entry, verdict: { become: 'parked' }, failure: undefined })))
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

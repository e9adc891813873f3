import { HEADER_AGE, HEADER_CLIENT, HEADER_KEY, HEADER_SEQ } from '#contract/sync.ts'
import type { Entry } from '#data/database/outboxEntry.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { tokenOf } from '#data/database/session.ts'
import { perform } from '#data/network/call.ts'
import { Unreachable } from '#data/network/failures.ts'
import { clock } from '#data/platform/clock.ts'
import { ignoring } from '#data/platform/ignoring.ts'
import { classify } from './classify.ts'
import { kindOf } from './kinds.ts'
import type { Kind } from './mutation.ts'
import type { Ending } from './settle.ts'

/** How a call with one entry, or with many, went. */
export interface Delivery {
  endings: Ending[]
  /** nobody answered */
  silent: boolean
  /** we cut it off ourselves: it says nothing of the network */
  aborted: boolean
  /** the person has to sign in */
  parked: boolean
  /** the server would not look at the entries together: they go one by one */
  refusedAsOne: boolean
}
export interface Sending {
  database: PersonalDatabase
  client: string
  signal: AbortSignal
}

/** Sends one entry by its own call. */
export async function sendOne(entry: Entry, { database, client, signal }: Sending): Promise<Delivery> {
  const kind = kindOf(entry)
  const token = await tokenOf(database)
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
    return deliveryOf([{ entry, kind, reply }])
  } catch (failure) {
    return deliveryOf([endingOf(entry, kind, failure)], failure)
  }
}

/** ms since the tap, by this device's clock; a clock that was put back says nothing. */
export function ageOf({ createdAt }: Pick<Entry, 'createdAt'>): number {
  return Math.max(0, clock.now() - createdAt)
}

/** What becomes of an entry by how its sending failed. */
export function endingOf(entry: Entry, kind: Kind, failure: unknown): Ending {
  ignoring('Unreachable', 'Refused')(failure)
  const verdict = classify(failure, { attempts: entry.attempts, isOff: kind.isOff(entry) })
  return verdict.become === 'acknowledged' ? { entry, kind, gone: true } : { entry, verdict, failure }
}

/** Nothing goes out under another name. */
export function parkAll(entries: Entry[]): Delivery {
  return deliveryOf(entries.map((entry): Ending => ({ entry, verdict: { become: 'parked' }, failure: undefined })))
}

export function deliveryOf(endings: Ending[], failure?: unknown): Delivery {
  const aborted = failure instanceof Unreachable && failure.reason === 'aborted'
  return {
    endings,
    silent: failure instanceof Unreachable && !aborted,
    aborted,
    parked: endings.some((ending) => 'verdict' in ending && ending.verdict.become === 'parked'),
    refusedAsOne: false,
  }
}

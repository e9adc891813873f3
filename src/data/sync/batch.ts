import { type Answered, BATCH_MAX, batchApi, type Sent } from '#contract/batch.ts'
import { HEADER_CLIENT } from '#contract/sync.ts'
import type { Entry } from '#data/database/outboxEntry.ts'
import { expireSession, tokenOf } from '#data/database/session.ts'
import { type Ask, call, readReply, refusedBy } from '#data/network/call.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { classify } from './classify.ts'
import { ageOf, type Delivery, deliveryOf, endingOf, parkAll, type Sending } from './deliver.ts'
import { kindOf } from './kinds.ts'
import type { Kind } from './mutation.ts'
import type { Ending } from './settle.ts'

let isMissing = false

/** Whether the server may know the batch call: until it has said otherwise, in this page's or worker's life. */
export function canBatch(): boolean {
  return !isMissing
}

/** A server too slow for many at a time gets fewer, down to this many. */
const BATCH_MIN = 10
let size = BATCH_MAX

/** How many go in one call now. */
export function batchSize(): number {
  return size
}

/** An entry with the call it asks for. */
interface Prepared {
  entry: Entry
  kind: Kind
  asked: Ask<unknown>
}

/**
 * Sends entries, each the first of its lane, in one call; each is answered on its own by the same table as if it had gone
 * alone. A lost answer is an unknown outcome of each. A batch refused as a whole says nothing of any of them: they go one
 * by one, so that a bad one holds up no other.
 */
export async function sendBatch(entries: Entry[], sending: Sending): Promise<Delivery> {
  const token = await tokenOf(sending.database)
  const prepared = entries.map(prepare)
  if (token === undefined || prepared.includes(undefined)) return parkAll(entries)
  const going = prepared.filter((one) => one !== undefined)
  try {
    const { data } = await call(
      batchApi.send,
      { body: { mutations: going.map(sentOf) } },
      { signal: sending.signal, token, headers: { [HEADER_CLIENT]: sending.client } },
    )
    size = Math.min(BATCH_MAX, size * 2)
    const answers = new Map(data.map((answered) => [answered.key.toLowerCase(), answered]))
    const endings = going.map((one) => endingBy(one, answers.get(one.entry.key)))
    const delivery = deliveryOf(endings)
    if (delivery.parked) await expireSession(token).catch(() => undefined)
    return delivery
  } catch (failure) {
    return failedAsOne(going, failure)
  }
}

function failedAsOne(going: Prepared[], failure: unknown): Delivery {
  if (failure instanceof Refused) {
    isMissing ||= failure.status === 404 || failure.status === 405
    const verdict = classify(failure, { attempts: 1, isOff: false })
    if (verdict.become !== 'parked' && !(verdict.become === 'queued' && isBusy(failure.status))) {
      const unsure = failure.status >= 500
      return { ...deliveryOf(going.map(({ entry }) => ({ entry, released: true, unsure }))), refusedAsOne: true }
    }
    // Busy is the server and not any of these: nobody's refusals are counted.
    const each = verdict.become === 'queued' ? { ...verdict, answered: false } : verdict
    return deliveryOf(going.map(({ entry }): Ending => ({ entry, verdict: each, failure })))
  }
  if (failure instanceof Unreachable && failure.reason === 'timeout') size = Math.max(BATCH_MIN, Math.floor(size / 2))
  return deliveryOf(
    going.map(({ entry, kind }) => endingOf(entry, kind, failure)),
    failure,
  )
}

/** "Not now", said to everybody. */
function isBusy(status: number): boolean {
  return status === 408 || status === 409 || status === 425 || status === 429 || status === 503
}

function prepare(entry: Entry): Prepared | undefined {
  const kind = kindOf(entry)
  return kind && { entry, kind, asked: kind.request(entry) }
}

function sentOf({ entry, asked: { method, path, body } }: Prepared): Sent {
  return {
    key: entry.key,
    seq: entry.seq,
    age: ageOf(entry),
    method: method === 'DELETE' ? method : 'POST',
    path,
    ...(body === undefined ? {} : { body }),
  }
}

function endingBy({ entry, kind, asked }: Prepared, answered: Answered | undefined): Ending {
  try {
    if (!answered) throw new Unreachable('foreign')
    const { status, body, retryAfter } = answered
    if (status >= 200 && status < 300) return { entry, kind, reply: readReply(asked, body) }
    if (status < 400) throw new Unreachable('foreign')
    throw refusedBy(status, body, retryAfter === null ? undefined : retryAfter * 1000)
  } catch (failure) {
    return endingOf(entry, kind, failure)
  }
}

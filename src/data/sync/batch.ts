import { type Answered, BATCH_MAX, batchApi, type Sent } from '#contract/batch.ts'
import { HEADER_CLIENT } from '#contract/sync.ts'
import { expireSession, tokenFor } from '#data/database/session.ts'
import { type ApiRequest, call, parseReply, refusalFrom } from '#data/network/call.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { classify } from './classify.ts'
import { ageOf, attemptOf, type DeliveryAttempt, type DeliveryContext, outcomeOf, parkAll } from './deliver.ts'
import type { ParsedEntry } from './readEntry.ts'
import type { Outcome } from './settle.ts'

/** An entry with the call it asks for. */
interface Prepared extends ParsedEntry {
  asked: ApiRequest<unknown>
}

/** A server too slow for many at a time gets fewer, down to this many. */
const BATCH_MIN = 10

export interface BatchTransport {
  /** False once the server has said that it knows no batch call. */
  canBatch: () => boolean
  /** How many mutations go in one call now. */
  size: () => number
  deliver: (claimed: ParsedEntry[], context: DeliveryContext) => Promise<DeliveryAttempt>
}

/** Creates the transport of one page or worker: it learns whether its server knows the batch call, and how many fit in one. */
export function createBatchTransport(): BatchTransport {
  let isMissing = false
  let size = BATCH_MAX

  /**
   * Sends entries, each the first of its lane, in one call; each is answered on its own by the same table as if it had gone
   * alone. A lost answer is an unknown outcome of each. A batch refused as a whole says nothing of any of them: they go one
   * by one, so that a bad one holds up no other.
   */
  async function deliver(claimed: ParsedEntry[], sending: DeliveryContext): Promise<DeliveryAttempt> {
    const token = await tokenFor(sending.database)
    if (token === undefined) return parkAll(claimed)
    const going = claimed.map((one): Prepared => ({ ...one, asked: one.kind.request(one) }))
    try {
      const { data } = await call(
        batchApi.send,
        { body: { mutations: going.map(mutationBody) } },
        { signal: sending.signal, token, headers: { [HEADER_CLIENT]: sending.client } },
      )
      size = Math.min(BATCH_MAX, size * 2)
      const answers = new Map(data.map((answered) => [answered.key.toLowerCase(), answered]))
      const endings = going.map((one) => outcomeFrom(one, answers.get(one.entry.key)))
      const delivery = attemptOf(endings)
      if (delivery.parked) await expireSession(token).catch(() => undefined)
      return delivery
    } catch (failure) {
      return failedWhole(going, failure)
    }
  }

  function failedWhole(going: Prepared[], failure: unknown): DeliveryAttempt {
    if (failure instanceof Refused) {
      isMissing ||= failure.status === 404 || failure.status === 405
      const verdict = classify(failure, { attempts: 1, isOff: false })
      if (verdict.become !== 'parked' && !(verdict.become === 'queued' && isBusy(failure.status))) {
        const unsure = failure.status >= 500
        return { ...attemptOf(going.map(({ entry }) => ({ entry, released: true, unsure }))), batchRefused: true }
      }
      // Busy is the server and not any of these: nobody's refusals are counted.
      const each = verdict.become === 'queued' ? { ...verdict, answered: false } : verdict
      return attemptOf(going.map(({ entry }): Outcome => ({ entry, verdict: each, failure })))
    }
    if (failure instanceof Unreachable && failure.reason === 'timeout') size = Math.max(BATCH_MIN, Math.floor(size / 2))
    return attemptOf(
      going.map((one) => outcomeOf(one, failure)),
      failure,
    )
  }

  return { canBatch: () => !isMissing, size: () => size, deliver }
}

/** "Not now", said to everybody. */
function isBusy(status: number): boolean {
  return status === 408 || status === 409 || status === 425 || status === 429 || status === 503
}

function mutationBody({ entry, asked: { method, path, body } }: Prepared): Sent {
  return {
    key: entry.key,
    seq: entry.seq,
    age: ageOf(entry),
    method: method === 'DELETE' ? method : 'POST',
    path,
    ...(body === undefined ? {} : { body }),
  }
}

function outcomeFrom({ asked, ...claimed }: Prepared, answered: Answered | undefined): Outcome {
  try {
    if (!answered) throw new Unreachable('foreign')
    const { status, body, retryAfter } = answered
    if (status >= 200 && status < 300) return { ...claimed, reply: parseReply(asked, body) }
    if (status < 400) throw new Unreachable('foreign')
    throw refusalFrom(status, body, retryAfter === null ? undefined : retryAfter * 1000)
  } catch (failure) {
    return outcomeOf(claimed, failure)
  }
}

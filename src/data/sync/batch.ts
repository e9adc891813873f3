import { type Answered, batchApi, type Sent } from '#contract/batch.ts'
import { HEADER_CLIENT } from '#contract/sync.ts'
import { expireSession, tokenFor } from '#data/database/session.ts'
import { type ApiRequest, ask, parseReply, performLogged, refusalFrom } from '#data/network/call.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { isMissing } from '#data/network/optionalCall.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { classify } from './classify.ts'
import { ageOf, attemptOf, type DeliveryAttempt, type DeliveryContext, outcomeOf, parkAll } from './deliver.ts'
import type { ParsedEntry } from './readEntry.ts'
import type { Outcome } from './settle.ts'

/** A claimed entry with its request. */
interface Prepared extends ParsedEntry {
  request: ApiRequest<unknown>
}

export interface BatchTransport {
  /** False once the server has answered that it has no batch endpoint. */
  canBatch: () => boolean
  deliver: (claimed: ParsedEntry[], context: DeliveryContext) => Promise<DeliveryAttempt>
}

/** Creates the batch transport of one page or worker. It learns whether the server has the batch endpoint. */
export function createBatchTransport(): BatchTransport {
  let isAbsent = false

  /**
   * Delivers lane heads in one call (docs/sync.md#batch). Each entry gets its own outcome, as if sent alone. A lost
   * answer is an unknown outcome for every entry. A refusal of the whole call says nothing about any entry: they are
   * then sent one by one.
   */
  async function deliver(claimed: ParsedEntry[], sending: DeliveryContext): Promise<DeliveryAttempt> {
    const token = await tokenFor(sending.database)
    if (token === undefined) return parkAll(claimed)
    const going = claimed.map((one): Prepared => ({ ...one, request: one.kind.request(one) }))
    try {
      const {
        reply: { data },
        requestId,
      } = await performLogged(ask(batchApi.send, { body: { mutations: going.map(mutationBody) } }), {
        signal: sending.signal,
        token,
        headers: { [HEADER_CLIENT]: sending.client },
      })
      const answers = new Map(data.map((answered) => [answered.key.toLowerCase(), answered]))
      const outcomes = going.map((one) => outcomeFrom(one, answers.get(one.entry.key), requestId))
      const delivery = attemptOf(outcomes)
      if (delivery.parked) await expireSession(token).catch(ignoring(...STORAGE_ERRORS))
      return delivery
    } catch (failure) {
      return failedWhole(going, failure)
    }
  }

  function failedWhole(going: Prepared[], failure: unknown): DeliveryAttempt {
    if (failure instanceof Refused) {
      isAbsent ||= isMissing(failure)
      const verdict = classify(failure, { attempts: 1 })
      if (verdict.become !== 'parked' && !(verdict.become === 'queued' && isBusy(failure.status))) {
        const unsure = failure.status >= 500
        return { ...attemptOf(going.map(({ entry }) => ({ entry, released: true, unsure }))), batchRefused: true }
      }
      // The server is busy; that does not count as a refusal of the entries.
      const each = verdict.become === 'queued' ? { ...verdict, answered: false } : verdict
      return attemptOf(going.map(({ entry }): Outcome => ({ entry, verdict: each, failure })))
    }
    return attemptOf(
      going.map((one) => outcomeOf(one, failure)),
      failure,
    )
  }

  return { canBatch: () => !isAbsent, deliver }
}

/** Temporary refusals of the whole call. */
function isBusy(status: number): boolean {
  return status === 408 || status === 409 || status === 425 || status === 429 || status === 503
}

function mutationBody({ entry, request: { method, path, body } }: Prepared): Sent {
  return {
    key: entry.key,
    seq: entry.seq,
    age: ageOf(entry),
    method: method === 'DELETE' ? method : 'POST',
    path,
    ...(body === undefined ? {} : { body }),
  }
}

/** `requestId`: of the batch, under which the server logs the failures of its mutations. */
function outcomeFrom(
  { request, ...claimed }: Prepared,
  answered: Answered | undefined,
  requestId: string | undefined,
): Outcome {
  try {
    if (!answered) throw new Unreachable('foreign')
    const { status, body, retryAfter } = answered
    if (status >= 200 && status < 300) return { ...claimed, reply: parseReply(request, body) }
    if (status < 400) throw new Unreachable('foreign')
    throw refusalFrom(status, body, { retryAfter: retryAfter === null ? undefined : retryAfter * 1000, requestId })
  } catch (failure) {
    return outcomeOf(claimed, failure)
  }
}

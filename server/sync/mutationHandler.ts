import { createHash } from 'node:crypto'
import type { Database } from '#server/database/connect.ts'
import type { Call, Handler } from '#server/http/serve.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { batchOf } from './batch.ts'
import { nextVersion } from './fence.ts'
import { findFirstAnswers, storeAnswers } from './idempotencyKeys.ts'
import type {
  Acknowledgement,
  ApplyMutation,
  DeliveryAttempt,
  KeyedAttempt,
  Redirect,
  UnappliedMutation,
} from './mutation.ts'
import { readMutationHeaders } from './mutationHeaders.ts'

type QueuedCall<Params, Body> = Call<Params, object, Body, 'user'>

/**
 * Makes the handler of a queued mutation (docs/sync.md#idempotency): key, version, strategy and answer in one transaction,
 * which rolls back as a whole. In a batch, mutations whose strategy allows it share a transaction; the others run
 * in order. `redirect`: for mutations of records that can be merged.
 */
export function mutationHandler<Params, Body, Row>(
  apply: ApplyMutation<Params, Body, Row>,
  redirect?: Redirect<Params, Body>,
): Handler<Params, object, Body, Acknowledgement<Row>, 'user'> {
  const acknowledge = async (call: QueuedCall<Params, Body>): Promise<Acknowledgement<Row>> => {
    const { age, ...headers } = readMutationHeaders(call.http)
    const now = call.clock()
    const { params, body } = call
    const attempt: DeliveryAttempt = { ...headers, request: fingerprint(call) }
    const mutation = { userId: call.user.id, now, attempt, params, body, createdAt: new Date(now.getTime() - age) }
    const applyAlone = () => applyRedirected(call.database, mutation, apply, redirect)
    const batch = batchOf(call.http)
    const { batched } = apply
    if (batch && batched && isKeyed(attempt)) {
      // The batch is untyped; its result for this member comes from this strategy.
      const isRedirected = async (database: Database) => (await redirect?.(database, mutation)) !== undefined
      return batch.join({ ...mutation, attempt, batched, applyAlone, isRedirected }) as Promise<Acknowledgement<Row>>
    }
    await batch?.flush()
    return applyAlone()
  }
  return async (call) => {
    const answer = await acknowledge(call)
    const { method, path } = call.endpoint
    call.metrics?.mutated(`${method} ${path}`, answer.result)
    return answer
  }
}

/** Applies a mutation; if its record is not found because it was merged, to the record that it is part of. */
async function applyRedirected<Params, Body, Row>(
  database: Database,
  mutation: UnappliedMutation<Params, Body>,
  apply: ApplyMutation<Params, Body, Row>,
  redirect: Redirect<Params, Body> | undefined,
): Promise<Acknowledgement<Row>> {
  try {
    return await applyInTransaction(database, mutation, apply)
  } catch (error) {
    const isMissing = error instanceof Refusal && error.code === 'not_found'
    const redirected = isMissing ? await redirect?.(database, mutation) : undefined
    if (!redirected) throw error
    return applyInTransaction(database, redirected, apply)
  }
}

function applyInTransaction<Params, Body, Row>(
  database: Database,
  mutation: UnappliedMutation<Params, Body>,
  apply: ApplyMutation<Params, Body, Row>,
): Promise<Acknowledgement<Row>> {
  return database.transaction(async (transaction) => {
    const { attempt, userId, now } = mutation
    const scope = { transaction, userId, now }
    if (isKeyed(attempt)) {
      const [first] = await findFirstAnswers(scope, [attempt])
      if (first instanceof Refusal) throw first
      if (first) return { ...(first.answer as Acknowledgement<Row>), result: 'replayed' }
    }
    const answer = await apply({
      ...mutation,
      transaction,
      version: await nextVersion(transaction, userId, { by: attempt.clientId }),
    })
    if (isKeyed(attempt)) await storeAnswers(scope, [{ attempt, answer }])
    return answer
  })
}

function isKeyed(attempt: DeliveryAttempt): attempt is KeyedAttempt {
  return attempt.key !== undefined
}

function fingerprint({
  endpoint,
  params,
  body,
}: Pick<Call<unknown, unknown, unknown>, 'endpoint' | 'params' | 'body'>) {
  const text = JSON.stringify([endpoint.method, endpoint.path, params, body])
  return createHash('sha256').update(text).digest('base64url')
}

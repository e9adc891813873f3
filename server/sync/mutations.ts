import { createHash } from 'node:crypto'
import type { Outcome } from '#contract/sync.ts'
import type { Database } from '#server/database/connect.ts'
import type { Call, Handler } from '#server/http/serve.ts'
import { Refusal } from '#server/platform/refuse.ts'
import { type Bundle, bundleOf, type Together } from './batch.ts'
import { nextVersion } from './fence.ts'
import { firstAnswers, type Keyed, keepAnswers } from './idempotencyKeys.ts'
import { readMutationHeaders } from './mutationHeaders.ts'

/** One wish while it is carried out, in the transaction that all of it happens in. */
export interface Wish<Params, Body> {
  transaction: Database
  userId: number
  params: Params
  body: Body
  /** When the person tapped, on the server's clock. */
  wishedAt: Date
  now: Date
  /** The person's next version, theirs alone until the commit. A wish without effect leaves a gap, which says nothing. */
  version: number
  sending: Sending
}

/** One sending of a mutation. */
export interface Sending {
  key: string | undefined
  /** hash of call, parameters and body */
  request: string
  /** empty: of no device of ours */
  clientId: string
  /** its place in the order of its device */
  seq: number | undefined
}

/** Whose wishes are carried out, and where. */
export type Place = Pick<Wish<unknown, unknown>, 'transaction' | 'userId' | 'now'>

export interface Acknowledgement<Row> {
  data: Row
  result: Outcome
}

/** One way of carrying out a wish: `desired`, `merged`, `created`. */
export interface CarryOut<Params, Body, Row> {
  (wish: Wish<Params, Body>): Promise<Acknowledgement<Row>>
  /** The same for many in one transaction; a way without it goes one by one. */
  together?: Together<Params, Body, unknown, Row>
}

/**
 * A handler for a queued mutation, exactly as the sync page has it ("Towards the server"): in one transaction key,
 * version, what the mutation's kind makes of it, answer. Whatever of it fails leaves nothing behind. Inside a batch
 * those that can go together do, and the others keep their place among them.
 */
export function queued<Params, Body, Row>(
  carryOut: CarryOut<Params, Body, Row>,
): Handler<Params, object, Body, Acknowledgement<Row>, 'user'> {
  return async (call) => {
    const { age, ...headers } = readMutationHeaders(call.http)
    const now = call.clock()
    const { params, body } = call
    const sending: Sending = { ...headers, request: fingerprint(call) }
    const sent = { userId: call.user.id, now, sending, params, body, wishedAt: new Date(now.getTime() - age) }
    const alone = () => carryOutAlone(call.database, sent, carryOut)
    const bundle: Bundle | undefined = bundleOf(call.http)
    const { together } = carryOut
    if (bundle && together && isKeyed(sending)) {
      // What comes out of a bundle is what this very kind put in.
      return bundle.join({ ...sent, sending, together, alone }) as Promise<Acknowledgement<Row>>
    }
    await bundle?.carryOut()
    return alone()
  }
}

function carryOutAlone<Params, Body, Row>(
  database: Database,
  sent: Omit<Wish<Params, Body>, 'transaction' | 'version'>,
  carryOut: CarryOut<Params, Body, Row>,
): Promise<Acknowledgement<Row>> {
  return database.transaction(async (transaction) => {
    const { sending, userId, now } = sent
    const place = { transaction, userId, now }
    if (isKeyed(sending)) {
      const [known] = await firstAnswers(place, [sending])
      if (known instanceof Refusal) throw known
      if (known) return { ...(known.answer as Acknowledgement<Row>), result: 'replayed' }
    }
    const answer = await carryOut({
      ...sent,
      transaction,
      version: await nextVersion(transaction, userId, { by: sending.clientId }),
    })
    if (isKeyed(sending)) await keepAnswers(place, [{ sending, answer }])
    return answer
  })
}

function isKeyed(sending: Sending): sending is Keyed {
  return sending.key !== undefined
}

function fingerprint({
  endpoint,
  params,
  body,
}: Pick<Call<unknown, unknown, unknown>, 'endpoint' | 'params' | 'body'>) {
  const text = JSON.stringify([endpoint.method, endpoint.path, params, body])
  return createHash('sha256').update(text).digest('base64url')
}

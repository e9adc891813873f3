import { createHash } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import type { Outcome } from '#contract/sync.ts'
import type { Database } from './database/connect.ts'
import { mutationKeys, versions } from './database/schema/personal.ts'
import { readMutationHeaders } from './mutationHeaders.ts'
import { refuse } from './refuse.ts'
import type { Call, Handler } from './serve.ts'

/** First answers are kept this long (API page), in ms. */
const KEYS_KEPT = 30 * 86_400_000

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
interface Sending {
  key: string | undefined
  /** hash of call, parameters and body */
  request: string
  /** empty: of no device of ours */
  clientId: string
  /** its place in the order of its device */
  seq: number | undefined
}

export interface Acknowledgement<Row> {
  data: Row
  result: Outcome
}

/** One way of carrying out a wish: `desired`, `merged`, `created`. */
export type CarryOut<Params, Body, Row> = (wish: Wish<Params, Body>) => Promise<Acknowledgement<Row>>

/**
 * A handler for a queued mutation, exactly as the sync page has it ("Towards the server"): in one transaction key,
 * version, what the mutation's kind makes of it, answer. Whatever of it fails leaves nothing behind.
 */
export function queued<Params, Body, Row>(
  carryOut: CarryOut<Params, Body, Row>,
): Handler<Params, object, Body, Acknowledgement<Row>, 'user'> {
  return (call) => {
    const { age, ...headers } = readMutationHeaders(call.http)
    const now = call.clock()
    const userId = call.user.id
    return call.database.transaction(async (transaction) => {
      const sending: Sending = { ...headers, request: fingerprint(call) }
      const place = { transaction, userId, now, sending }
      const known = await firstAnswer(place)
      if (known !== undefined) return { ...(known as Acknowledgement<Row>), result: 'replayed' }
      const wish = {
        ...place,
        params: call.params,
        body: call.body,
        wishedAt: new Date(now.getTime() - age),
        version: await nextVersion(transaction, userId),
      }
      const answer = await carryOut(wish)
      await keepAnswer(place, answer)
      return answer
    })
  }
}

type Place = Pick<Wish<unknown, unknown>, 'transaction' | 'userId' | 'now' | 'sending'>

function fingerprint({
  endpoint,
  params,
  body,
}: Pick<Call<unknown, unknown, unknown>, 'endpoint' | 'params' | 'body'>) {
  const text = JSON.stringify([endpoint.method, endpoint.path, params, body])
  return createHash('sha256').update(text).digest('base64url')
}

/** What this key was answered the first time. Whoever comes while the first is still at work is told to wait. */
async function firstAnswer({ transaction, userId, now, sending: { key, request } }: Place): Promise<unknown> {
  if (key === undefined) return undefined
  const { rows } = await transaction.execute<{ free: boolean; request: string | null; answer: unknown }>(sql`
    select taken.free, kept.request, kept.answer
    from (select pg_try_advisory_xact_lock(hashtextextended(${`mutation:${userId}:${key}`}, 0)) as free) as taken
    left join ${mutationKeys} as kept
      on kept.user_id = ${userId} and kept.key = ${key} and kept.created_at > ${expired(now)}::timestamptz`)
  const [found] = rows
  if (!found?.free) refuse('in_progress', { retryAfter: 1 })
  if (found.request === null) return undefined
  if (found.request !== request) refuse('key_reused')
  return found.answer
}

/** The first may have ended between our look and its lock's release: then the key is there now, and this one goes back. */
async function keepAnswer(
  { transaction, userId, now, sending: { key, request } }: Place,
  answer: object,
): Promise<void> {
  if (key === undefined) return
  const kept = await transaction
    .insert(mutationKeys)
    .values({ userId, key, request, answer, createdAt: now })
    .onConflictDoUpdate({
      target: [mutationKeys.userId, mutationKeys.key],
      set: { request, answer, createdAt: now },
      setWhere: sql`${mutationKeys.createdAt} <= ${expired(now)}::timestamptz`,
    })
    .returning({ key: mutationKeys.key })
  if (kept.length === 0) refuse('in_progress', { retryAfter: 1 })
}

function expired(now: Date): string {
  return new Date(now.getTime() - KEYS_KEPT).toISOString()
}

/** Locks the person's counter: from here until the commit nobody else changes anything of theirs. */
export async function nextVersion(transaction: Database, userId: number): Promise<number> {
  const [counter] = await transaction
    .insert(versions)
    .values({ userId, version: 1 })
    .onConflictDoUpdate({ target: versions.userId, set: { version: sql`${versions.version} + 1` } })
    .returning({ version: versions.version })
  if (!counter) throw new Error(`user ${userId} got no version`)
  return counter.version
}

export async function clearKeys({ database, clock }: { database: Database; clock: () => Date }): Promise<void> {
  await database.delete(mutationKeys).where(lt(mutationKeys.createdAt, new Date(clock().getTime() - KEYS_KEPT)))
}

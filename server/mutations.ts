import { createHash } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import type { Outcome } from '#contract/sync.ts'
import type { Database } from './database/connect.ts'
import { fences, mutationKeys, versions } from './database/schema/personal.ts'
import { type MutationHeaders, readMutationHeaders } from './mutationHeaders.ts'
import { refuse } from './refuse.ts'
import type { Call, Handler } from './serve.ts'

const DAY = 86_400_000
/** First answers are kept this long (API page). */
const KEYS_KEPT = 30 * DAY
/** A device silent on a row for this long has no say in its order any more. */
const FENCES_KEPT = 365 * DAY

/** One wish while it is carried out, in the transaction that all of it happens in. */
interface Wish<Params, Body> {
  transaction: Database
  userId: number
  params: Params
  body: Body
  /** When the person tapped, on the server's clock. */
  wishedAt: Date
  now: Date
  /** The person's next version, theirs alone until the commit. A wish without effect leaves a gap, which says nothing. */
  version: number
}

interface Sketch<Params, Body, State, Row> {
  /** What the wish is about: `watchlist:7`. */
  entity(params: Params): string
  /** How things stand; refuses what does not exist. */
  look(wish: Wish<Params, Body>): Promise<State>
  /** Makes it so, and says how things stand then. */
  apply(wish: Wish<Params, Body>, state: State): Promise<State>
  /** The row of the answer. */
  show(wish: Wish<Params, Body>, state: State): Row
}

interface Acknowledgement<Row> {
  data: Row
  result: Outcome
}

/**
 * A handler for a queued mutation, exactly as the sync page has it ("Towards the server"): in one transaction key,
 * fence, order between devices, effect, version, answer. Whatever of it fails leaves nothing behind.
 */
export function queued<Params, Body, State, Row>(
  sketch: Sketch<Params, Body, State, Row>,
): Handler<Params, object, Body, Acknowledgement<Row>, 'user'> {
  return (call) => {
    const headers = readMutationHeaders(call.http)
    const now = call.clock()
    return call.database.transaction(async (transaction) => {
      const sending = { transaction, userId: call.user.id, now, key: headers.key, request: fingerprint(call) }
      const known = await firstAnswer(sending)
      if (known !== undefined) return { ...(known as Acknowledgement<Row>), result: 'replayed' }
      const wish: Wish<Params, Body> = {
        transaction,
        userId: call.user.id,
        params: call.params,
        body: call.body,
        now,
        wishedAt: new Date(now.getTime() - headers.age),
        version: await nextVersion(transaction, call.user.id),
      }
      const isStale = await overtaken(wish, headers, sketch.entity(call.params))
      const before = await sketch.look(wish)
      const after = isStale ? before : await sketch.apply(wish, before)
      const answer: Acknowledgement<Row> = { data: sketch.show(wish, after), result: isStale ? 'stale' : 'applied' }
      await keepAnswer(sending, answer)
      return answer
    })
  }
}

/** One sending of a mutation, known by its key. */
interface Sending {
  transaction: Database
  userId: number
  now: Date
  key: string | undefined
  /** hash of call, parameters and body */
  request: string
}

function fingerprint({
  endpoint,
  params,
  body,
}: Pick<Call<unknown, unknown, unknown>, 'endpoint' | 'params' | 'body'>) {
  const text = JSON.stringify([endpoint.method, endpoint.path, params, body])
  return createHash('sha256').update(text).digest('base64url')
}

/** What this key was answered the first time. Whoever comes while the first is still at work is told to wait. */
async function firstAnswer({ transaction, userId, now, key, request }: Sending): Promise<unknown> {
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
async function keepAnswer({ transaction, userId, now, key, request }: Sending, answer: object): Promise<void> {
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

/** Locks the person's counter: from here until the commit no other wish of theirs is carried out. */
async function nextVersion(transaction: Database, userId: number): Promise<number> {
  const [counter] = await transaction
    .insert(versions)
    .values({ userId, version: 1 })
    .onConflictDoUpdate({ target: versions.userId, set: { version: sql`${versions.version} + 1` } })
    .returning({ version: versions.version })
  if (!counter) throw new Error(`user ${userId} got no version`)
  return counter.version
}

/**
 * Has something later than this wish come before it? From the same device by its own counting; from another by the
 * time of the tap. Either way the device's place moves on, and never back.
 */
async function overtaken(
  { transaction, userId, wishedAt }: Wish<unknown, unknown>,
  { clientId, seq }: MutationHeaders,
  entity: string,
): Promise<boolean> {
  const at = sql`${wishedAt.toISOString()}::timestamptz`
  const { rows } = await transaction.execute<{ last: string | number | null; newer: boolean | null }>(sql`
    with places as (
      select * from ${fences} where user_id = ${userId} and entity = ${entity}
    ), moved as (
      insert into ${fences} as place (user_id, entity, client_id, last_seq, wished_at)
      values (${userId}, ${entity}, ${clientId}, ${seq ?? 0}, ${at})
      on conflict (user_id, entity, client_id) do update set
        last_seq = greatest(place.last_seq, excluded.last_seq),
        wished_at = greatest(place.wished_at, excluded.wished_at)
    )
    select max(last_seq) filter (where client_id = ${clientId}) as last,
      bool_or(client_id <> ${clientId} and wished_at > ${at}) as newer
    from places`)
  const { last = null, newer = null } = rows[0] ?? {}
  return newer === true || (seq !== undefined && last !== null && seq <= Number(last))
}

export async function clearMutations({ database, clock }: { database: Database; clock: () => Date }): Promise<void> {
  const before = (age: number) => new Date(clock().getTime() - age)
  await database.delete(mutationKeys).where(lt(mutationKeys.createdAt, before(KEYS_KEPT)))
  await database.delete(fences).where(lt(fences.wishedAt, before(FENCES_KEPT)))
}

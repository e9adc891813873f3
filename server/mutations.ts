import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
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
export interface Wish<Params, Body> {
  transaction: Database
  userId: number
  params: Params
  body: Body
  /** When the person tapped, on the server's clock. */
  wishedAt: Date
  now: Date
  /** Where the person's version counter stood before this wish; it is locked. */
  version: number
  /** Takes the next version: once, and only when something changes. */
  nextVersion(): Promise<number>
}

interface Sketch<Params, Body, State, Row> {
  /** What the wish is about: `watchlist:7`. */
  entity(params: Params): string
  /** How things stand; refuses what does not exist. */
  look(wish: Wish<Params, Body>): Promise<State>
  /** Makes it so, and says how things stand then. */
  apply(wish: Wish<Params, Body>, state: State): Promise<State>
  /** The row of the answer. */
  show(wish: Wish<Params, Body>, state: State): Promise<Row> | Row
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
    const request = fingerprint(call)
    return call.database.transaction(async (transaction) => {
      const known = headers.key === undefined ? undefined : await firstAnswer(transaction, call, headers.key, request)
      if (known !== undefined) return { ...(known as Acknowledgement<Row>), result: 'replayed' }
      const wish = await openWish(transaction, call, headers)
      const isStale = await overtaken(wish, headers, sketch.entity(call.params))
      const before = await sketch.look(wish)
      const after = isStale ? before : await sketch.apply(wish, before)
      const answer: Acknowledgement<Row> = {
        data: await sketch.show(wish, after),
        result: isStale ? 'stale' : 'applied',
      }
      if (headers.key !== undefined) {
        const { userId, now } = wish
        await transaction.insert(mutationKeys).values({ userId, key: headers.key, request, answer, createdAt: now })
      }
      return answer
    })
  }
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
async function firstAnswer(
  transaction: Database,
  { user, clock }: { user: { id: number }; clock: () => Date },
  key: string,
  request: string,
): Promise<unknown> {
  const { rows } = await transaction.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`mutation:${user.id}:${key}`}, 0)) as free`,
  )
  if (!rows[0]?.free) refuse('in_progress', { retryAfter: 1 })
  const mine = and(eq(mutationKeys.userId, user.id), eq(mutationKeys.key, key))
  const [kept] = await transaction.select().from(mutationKeys).where(mine)
  if (!kept) return undefined
  if (kept.createdAt.getTime() < clock().getTime() - KEYS_KEPT) {
    await transaction.delete(mutationKeys).where(mine)
    return undefined
  }
  if (kept.request !== request) refuse('key_reused')
  return kept.answer
}

/** From here until the commit no other wish of this person is carried out. */
async function openWish<Params, Body>(
  transaction: Database,
  { user, params, body, clock }: Call<Params, object, Body, 'user'>,
  { age }: MutationHeaders,
): Promise<Wish<Params, Body>> {
  const [counter] = await transaction
    .insert(versions)
    .values({ userId: user.id })
    .onConflictDoUpdate({ target: versions.userId, set: { version: sql`${versions.version}` } })
    .returning()
  const now = clock()
  const version = counter?.version ?? 0
  return {
    transaction,
    userId: user.id,
    params,
    body,
    now,
    wishedAt: new Date(now.getTime() - age),
    version,
    async nextVersion() {
      await transaction
        .update(versions)
        .set({ version: version + 1 })
        .where(eq(versions.userId, user.id))
      return version + 1
    },
  }
}

/**
 * Has something later than this wish come before it? From the same device by its own counting; from another by the
 * time of the tap. Either way the device's place moves on: what comes after this is later still.
 */
async function overtaken(
  { transaction, userId, wishedAt }: Wish<unknown, unknown>,
  { clientId, seq }: MutationHeaders,
  entity: string,
): Promise<boolean> {
  const all = await transaction
    .select()
    .from(fences)
    .where(and(eq(fences.userId, userId), eq(fences.entity, entity)))
  const own = all.find((fence) => fence.clientId === clientId)
  if (own && seq !== undefined && seq <= own.lastSeq) return true
  const isOlder = all.some((fence) => fence !== own && fence.wishedAt > wishedAt)
  await transaction
    .insert(fences)
    .values({ userId, entity, clientId, lastSeq: seq ?? 0, wishedAt })
    .onConflictDoUpdate({
      target: [fences.userId, fences.entity, fences.clientId],
      set: {
        lastSeq: sql`greatest(${fences.lastSeq}, excluded.last_seq)`,
        wishedAt: sql`greatest(${fences.wishedAt}, excluded.wished_at)`,
      },
    })
  return isOlder
}

export async function clearMutations({ database, clock }: { database: Database; clock: () => Date }): Promise<void> {
  const before = (age: number) => new Date(clock().getTime() - age)
  await database.delete(mutationKeys).where(lt(mutationKeys.createdAt, before(KEYS_KEPT)))
  await database.delete(fences).where(lt(fences.wishedAt, before(FENCES_KEPT)))
}

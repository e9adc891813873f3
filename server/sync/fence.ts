import { lt, type SQL, sql } from 'drizzle-orm'
import { CHANGES_CHANNEL } from '#server/database/changeNotifications.ts'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { fences, versions } from '#server/database/schema/personal.ts'
import type { Mutation } from './mutation.ts'

/** Fences unused for this long are deleted, in ms (docs/sync.md#fences). */
const FENCE_RETENTION = 365 * 86_400_000
/**
 * Times further ahead of the server's clock than this, in ms, come from a clock that was wrong and are ignored. Changes of
 * one device that were made at the same time are ahead by 2 ms each.
 */
const CLOCK_MARGIN = 5 * 60_000

/** How a mutation compares with earlier mutations on the same entity. */
export interface FenceResult {
  /** A later mutation has arrived before: later by sequence for the same device, by time for another device. */
  isStale: boolean
  /** The later mutation came from the same device. */
  isOutOfSequence: boolean
  /**
   * When the user made the change, corrected by the device's sequence: clocks and delays can be wrong, the order of one
   * device cannot.
   */
  at: Date
  /** When the device's previous change of the entity was made, if known. */
  previousAt: Date | undefined
}

interface FenceCheck {
  entity: string
  /** undefined: the caller is not a device of ours */
  sequence: number | undefined
  createdAt: Date
}

/** Compares mutations of one device on different entities with their fences, and moves the fences forward. */
export async function checkFences(
  { transaction, userId, now, clientId }: { transaction: Database; userId: number; now: Date; clientId: string },
  checks: FenceCheck[],
): Promise<Map<string, FenceResult>> {
  if (checks.length === 0) return new Map()
  const list = JSON.stringify(
    checks.map(({ entity, sequence, createdAt }) => ({
      entity,
      seq: sequence ?? null,
      reported: createdAt.toISOString(),
    })),
  )
  const latest = sql`${new Date(now.getTime() + CLOCK_MARGIN).toISOString()}::timestamptz`
  const believable = (time: SQL) =>
    sql`case when ${time} > ${latest} then ${now.toISOString()}::timestamptz else ${time} end`
  const ownTime = sql`(${believable(sql`own.wished_at`)})`
  const { rows } = await transaction.execute<FenceRow>(sql`
    with mutations as (
      select * from jsonb_to_recordset(${list}::jsonb) as mutation (entity text, seq bigint, reported timestamptz)
    ), compared as (
      select mutations.entity, mutations.seq, own.last_seq,
        case when own.last_seq < mutations.seq then ${ownTime} end as previous,
        case
          when own.last_seq < mutations.seq then greatest(mutations.reported, ${ownTime} + interval '2 ms')
          when own.last_seq >= mutations.seq then least(mutations.reported, ${ownTime} - interval '1 ms')
          else mutations.reported
        end as at
      from mutations left join ${fences} as own
        on own.user_id = ${userId} and own.entity = mutations.entity and own.client_id = ${clientId}
    ), moved as (
      insert into ${fences} as fence (user_id, entity, client_id, last_seq, wished_at)
      select ${userId}, entity, ${clientId}, coalesce(seq, 0), at from compared
      on conflict (user_id, entity, client_id) do update set
        last_seq = greatest(fence.last_seq, excluded.last_seq),
        wished_at = greatest(${believable(sql`fence.wished_at`)}, excluded.wished_at)
    )
    select entity, (extract(epoch from at) * 1000)::double precision as at,
      (extract(epoch from previous) * 1000)::double precision as previous,
      coalesce(last_seq >= seq, false) as before,
      exists (
        select 1 from ${fences} as other
        where other.user_id = ${userId} and other.entity = compared.entity and other.client_id <> ${clientId}
          and other.wished_at > compared.at and other.wished_at <= ${latest}
      ) as newer
    from compared`)
  return new Map(
    rows.map(({ entity, at, previous, before, newer }) => [
      entity,
      {
        isStale: before || newer,
        isOutOfSequence: before,
        at: new Date(Math.round(at)),
        previousAt: previous === null ? undefined : new Date(Math.round(previous)),
      },
    ]),
  )
}

/** A row of the query above; times in ms. */
interface FenceRow extends Record<string, unknown> {
  entity: string
  at: number
  previous: number | null
  before: boolean
  newer: boolean
}

type FencedMutation = Pick<
  Mutation<unknown, unknown>,
  'transaction' | 'userId' | 'now' | 'createdAt' | 'attempt' | 'formerEntity'
>

/** Passes the fences of several entities with one mutation, for a merged record also those that it had. */
export async function passFences(
  { transaction, userId, now, createdAt, attempt: { clientId, sequence }, formerEntity }: FencedMutation,
  entities: readonly string[],
): Promise<Map<string, FenceResult>> {
  const all = new Set(formerEntity ? [...entities, ...entities.map(formerEntity)] : entities)
  const passed = await checkFences(
    { transaction, userId, now, clientId },
    [...all].map((entity) => ({ entity, sequence, createdAt })),
  )
  if (!formerEntity) return passed
  return new Map(
    entities.flatMap((entity) => {
      const [current, former] = [passed.get(entity), passed.get(formerEntity(entity))]
      return current && former ? [[entity, strictest(current, former)] as const] : []
    }),
  )
}

/** The result of a mutation that passed two fences: what either holds back is held back. */
function strictest(one: FenceResult, other: FenceResult): FenceResult {
  const isOutOfSequence = one.isOutOfSequence || other.isOutOfSequence
  const times = [one.at.getTime(), other.at.getTime()]
  const previous = Math.max(one.previousAt?.getTime() ?? 0, other.previousAt?.getTime() ?? 0)
  return {
    isStale: one.isStale || other.isStale,
    isOutOfSequence,
    at: new Date(isOutOfSequence ? Math.min(...times) : Math.max(...times)),
    previousAt: previous === 0 ? undefined : new Date(previous),
  }
}

/** Passes the fence of one entity. */
export async function passFence(mutation: FencedMutation, entity: string): Promise<FenceResult> {
  const fence = (await passFences(mutation, [entity])).get(entity)
  if (!fence) throw new Error(`the fence of ${entity} was not checked`)
  return fence
}

/**
 * Reserves `count` versions of a user and returns the last one. Locks the user's counter until the commit, so versions are
 * in commit order. The commit notifies the user's open apps, except the device `by`, which knows the change.
 */
export async function nextVersion(
  transaction: Database,
  userId: number,
  { count = 1, by = '' }: { count?: number; by?: string } = {},
): Promise<number> {
  const { rows } = await transaction.execute<{ version: number }>(sql`
    with counted as (
      insert into ${versions} as counter (user_id, version) values (${userId}, ${count})
      on conflict (user_id) do update set version = counter.version + excluded.version
      returning version
    )
    select version::double precision as version,
      pg_notify(${CHANGES_CHANNEL}, ${userId}::text || ' ' || version::text || ' ' || ${by}::text)
    from counted`)
  const [counter] = rows
  if (!counter) throw new Error(`user ${userId} got no version`)
  return counter.version
}

/**
 * Reserves the next version of each of these users, as `nextVersion` does. Two such calls could wait for each other's rows:
 * the caller holds a lock on the table.
 */
export async function nextVersions(
  transaction: Database,
  userIds: readonly number[],
): Promise<{ user_id: number; version: number }[]> {
  if (userIds.length === 0) return []
  const { rows } = await transaction.execute<{ user_id: number; version: number }>(sql`
    with counted as (
      insert into ${versions} as counter (user_id, version)
      select distinct value::bigint, 1 from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb)
      on conflict (user_id) do update set version = counter.version + 1
      returning user_id, version
    )
    select user_id::double precision as user_id, version::double precision as version,
      pg_notify(${CHANGES_CHANNEL}, user_id::text || ' ' || version::text || ' ')
    from counted`)
  return rows
}

export async function deleteOldFences({ database, clock }: DatabaseContext): Promise<void> {
  await database.delete(fences).where(lt(fences.wishedAt, new Date(clock().getTime() - FENCE_RETENTION)))
}

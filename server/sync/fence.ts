import { lt, sql } from 'drizzle-orm'
import { CHANGES } from '#server/database/changeNotifications.ts'
import type { Database } from '#server/database/connect.ts'
import { fences, versions } from '#server/database/schema/personal.ts'
import type { Wish } from './mutations.ts'

/** A device silent on a row for this long has no say in its order any more, in ms. */
const FENCES_KEPT = 365 * 86_400_000

/** Where a wish about one thing stands among the others about it. */
export interface Place {
  /** Something later has come before it: from the same device by its own counting, from another by the time of the tap. */
  isOvertaken: boolean
  /** The former alone: from the same device. */
  isLate: boolean
  /**
   * When it was wished. Clocks and networks err, a device's own counting does not: what a device wished later is later
   * than what it wished before, whatever their ages say.
   */
  at: Date
  /** What the device wishes now it has wished after this; nothing when that is not known. */
  after: Date | undefined
}

/** A wish about one thing, as it is placed. */
interface Asked {
  entity: string
  /** nothing: of no device */
  seq: number | undefined
  wishedAt: Date
}

/**
 * Takes the places of wishes about different things, all of one device. The device's place moves on, and never back.
 */
export async function placeAll(
  { transaction, userId, clientId }: { transaction: Database; userId: number; clientId: string },
  asked: Asked[],
): Promise<Map<string, Place>> {
  if (asked.length === 0) return new Map()
  const list = JSON.stringify(
    asked.map(({ entity, seq, wishedAt }) => ({ entity, seq: seq ?? null, said: wishedAt.toISOString() })),
  )
  const { rows } = await transaction.execute<Placed>(sql`
    with asked as (
      select * from jsonb_to_recordset(${list}::jsonb) as one (entity text, seq bigint, said timestamptz)
    ), placed as (
      select asked.entity, asked.seq, own.last_seq,
        case when own.last_seq < asked.seq then own.wished_at end as after,
        case
          when own.last_seq < asked.seq then greatest(asked.said, own.wished_at + interval '2 ms')
          when own.last_seq >= asked.seq then least(asked.said, own.wished_at - interval '1 ms')
          else asked.said
        end as at
      from asked left join ${fences} as own
        on own.user_id = ${userId} and own.entity = asked.entity and own.client_id = ${clientId}
    ), moved as (
      insert into ${fences} as place (user_id, entity, client_id, last_seq, wished_at)
      select ${userId}, entity, ${clientId}, coalesce(seq, 0), at from placed
      on conflict (user_id, entity, client_id) do update set
        last_seq = greatest(place.last_seq, excluded.last_seq),
        wished_at = greatest(place.wished_at, excluded.wished_at)
    )
    select entity, (extract(epoch from at) * 1000)::double precision as at,
      (extract(epoch from after) * 1000)::double precision as after,
      coalesce(last_seq >= seq, false) as before,
      exists (
        select 1 from ${fences} as other
        where other.user_id = ${userId} and other.entity = placed.entity and other.client_id <> ${clientId}
          and other.wished_at > placed.at
      ) as newer
    from placed`)
  return new Map(
    rows.map(({ entity, at, after, before, newer }) => [
      entity,
      {
        isOvertaken: before || newer,
        isLate: before,
        at: new Date(Math.round(at)),
        after: after === null ? undefined : new Date(Math.round(after)),
      },
    ]),
  )
}

/** A row of the answer; times in ms. */
interface Placed extends Record<string, unknown> {
  entity: string
  at: number
  after: number | null
  before: boolean
  newer: boolean
}

type Placing = Pick<Wish<unknown, unknown>, 'transaction' | 'userId' | 'wishedAt' | 'sending'>

/** Takes one wish's place in the order of each of these things. */
export function takePlaces(
  { transaction, userId, wishedAt, sending: { clientId, seq } }: Placing,
  entities: readonly string[],
): Promise<Map<string, Place>> {
  return placeAll(
    { transaction, userId, clientId },
    entities.map((entity) => ({ entity, seq, wishedAt })),
  )
}

/** As `takePlaces`, for a wish about one thing. */
export async function takePlace(wish: Placing, entity: string): Promise<Place> {
  const place = (await takePlaces(wish, [entity])).get(entity)
  if (!place) throw new Error(`no place was taken among the wishes about ${entity}`)
  return place
}

/**
 * Locks the person's counter: from here until the commit nobody else changes anything of theirs. Answers the last of so
 * many versions in a row. The person's open apps hear of it with the commit (`bell.ts`); `by`: the device that knows.
 */
export async function nextVersion(
  transaction: Database,
  userId: number,
  { many = 1, by = '' }: { many?: number; by?: string } = {},
): Promise<number> {
  const { rows } = await transaction.execute<{ version: number }>(sql`
    with counted as (
      insert into ${versions} as counter (user_id, version) values (${userId}, ${many})
      on conflict (user_id) do update set version = counter.version + excluded.version
      returning version
    )
    select version::double precision as version,
      pg_notify(${CHANGES}, ${userId}::text || ' ' || version::text || ' ' || ${by}::text)
    from counted`)
  const [counter] = rows
  if (!counter) throw new Error(`user ${userId} got no version`)
  return counter.version
}

export async function clearFences({ database, clock }: { database: Database; clock: () => Date }): Promise<void> {
  await database.delete(fences).where(lt(fences.wishedAt, new Date(clock().getTime() - FENCES_KEPT)))
}

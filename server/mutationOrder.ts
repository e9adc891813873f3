import { lt, sql } from 'drizzle-orm'
import type { Database } from './database/connect.ts'
import { fences } from './database/schema/personal.ts'
import type { Wish } from './mutations.ts'

/** A device silent on a row for this long has no say in its order any more, in ms. */
const FENCES_KEPT = 365 * 86_400_000

/** Where a wish about one thing stands among the others about it. */
export interface Place {
  /** Something later has come before it: from the same device by its own counting, from another by the time of the tap. */
  isOvertaken: boolean
  /**
   * When it was wished. Clocks and networks err, a device's own counting does not: what a device wished later is later
   * than what it wished before, whatever their ages say.
   */
  at: Date
}

type Placed = Pick<Wish<unknown, unknown>, 'transaction' | 'userId' | 'wishedAt' | 'sending'>

/** Takes the wish's place in the order of each of these things. The device's place moves on, and never back. */
export async function takePlaces(
  { transaction, userId, wishedAt, sending: { clientId, seq } }: Placed,
  entities: readonly string[],
): Promise<Map<string, Place>> {
  const said = sql`${wishedAt.toISOString()}::timestamptz`
  const count = sql`${seq ?? null}::bigint`
  const { rows } = await transaction.execute<{ entity: string; at: number; before: boolean; newer: boolean }>(sql`
    with asked as (
      select value as entity from jsonb_array_elements_text(${JSON.stringify(entities)}::jsonb)
    ), placed as (
      select asked.entity, own.last_seq,
        case
          when own.last_seq < ${count} then greatest(${said}, own.wished_at + interval '1 ms')
          when own.last_seq >= ${count} then least(${said}, own.wished_at - interval '1 ms')
          else ${said}
        end as at
      from asked left join ${fences} as own
        on own.user_id = ${userId} and own.entity = asked.entity and own.client_id = ${clientId}
    ), moved as (
      insert into ${fences} as place (user_id, entity, client_id, last_seq, wished_at)
      select ${userId}, entity, ${clientId}, coalesce(${count}, 0), at from placed
      on conflict (user_id, entity, client_id) do update set
        last_seq = greatest(place.last_seq, excluded.last_seq),
        wished_at = greatest(place.wished_at, excluded.wished_at)
    )
    select entity, (extract(epoch from at) * 1000)::double precision as at,
      coalesce(last_seq >= ${count}, false) as before,
      exists (
        select 1 from ${fences} as other
        where other.user_id = ${userId} and other.entity = placed.entity and other.client_id <> ${clientId}
          and other.wished_at > placed.at
      ) as newer
    from placed`)
  return new Map(
    rows.map(({ entity, at, before, newer }) => [
      entity,
      { isOvertaken: before || newer, at: new Date(Math.round(at)) },
    ]),
  )
}

/** As `takePlaces`, for a wish about one thing. */
export async function takePlace(wish: Placed, entity: string): Promise<Place> {
  const place = (await takePlaces(wish, [entity])).get(entity)
  if (!place) throw new Error(`no place was taken among the wishes about ${entity}`)
  return place
}

export async function clearFences({ database, clock }: { database: Database; clock: () => Date }): Promise<void> {
  await database.delete(fences).where(lt(fences.wishedAt, new Date(clock().getTime() - FENCES_KEPT)))
}

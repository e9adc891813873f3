import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/database/connect.ts'
import { history, watchlist } from '#server/database/schema/personal.ts'
import { groupBy } from '#server/platform/groupBy.ts'
import { news } from '#server/text/messages.ts'
import { pathOfTitle } from './cards.ts'

/** A film, or the episodes of a series, that come out on one day. */
export interface Release {
  userId: number
  titleId: number
  titleFa: string
  /** the title's page in the app */
  path: string
  /** `2026-11-28` */
  day: string
  /** one line per season; empty for a film, and for a series without known days of its episodes */
  seasons: string[]
  /** when the title's record last changed */
  changedAt: Date
}

/** Both days are included. Without a limit all are returned, otherwise the soonest. */
interface Range {
  from: string
  to: string
  limit?: number
}

interface Row extends Record<string, unknown> {
  user: number
  id: number
  title_en: string
  title_fa: string
  day: string
  changed: number
  parts: [season: number, number: number][]
}

/**
 * Releases of the users' own titles, those of their watchlist and their history, soonest first. The day of a title's own
 * release counts if no day of an episode is known.
 */
export async function releasesOf(
  database: Database,
  userIds: number[],
  { from, to, limit }: Range,
): Promise<Release[]> {
  if (userIds.length === 0) return []
  const inRange = (day: SQL) => sql`${day} between ${from}::date and ${to}::date`
  const columns = sql`own.user_id::double precision as user, titles.id, titles.title_en, titles.title_fa,
    (extract(epoch from titles.updated_at) * 1000)::double precision as changed`
  // Not materialized, and a union of all rows: the planner may look up each title of a day instead of reading whole lists.
  const { rows } = await database.execute<Row>(sql`
    with own as not materialized (
      select user_id, title_id from ${watchlist} where user_id in ${userIds} and deleted_at is null
      union all
      select user_id, title_id from ${history} where user_id in ${userIds} and deleted_at is null
    )
    select ${columns}, aired_at::text as day, jsonb_agg(distinct jsonb_build_array(season, number)) as parts
    from own join titles on titles.id = own.title_id join episodes on episodes.title_id = titles.id
    where not titles.is_hidden and ${inRange(sql`aired_at`)}
    group by own.user_id, titles.id, aired_at
    union all
    select distinct ${columns}, released_at::text as day, '[]'::jsonb as parts
    from own join titles on titles.id = own.title_id
    where not titles.is_hidden and ${inRange(sql`released_at`)}
      and not exists (select from episodes where episodes.title_id = titles.id and aired_at is not null)
    order by day, id
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`)
  return rows.map(({ user, id, title_en, title_fa, day, changed, parts }) => ({
    userId: user,
    titleId: id,
    titleFa: title_fa,
    path: pathOfTitle({ id, titleEn: title_en }),
    day,
    seasons: seasonsOf(parts),
    changedAt: new Date(changed),
  }))
}

/** One line per season, of episodes in the order of their seasons. */
export function seasonsOf(parts: [season: number, number: number][]): string[] {
  const bySeason = groupBy(parts, ([season]) => season)
  return [...bySeason].map(([season, all]) =>
    news.season(
      season,
      all.map(([, number]) => number),
    ),
  )
}

import { type SQL, sql } from 'drizzle-orm'
import { pathOfTitle } from '#server/catalogue/cards.ts'
import { seasonsOf } from '#server/catalogue/releases.ts'
import type { DatabaseContext } from '#server/database/connect.ts'
import { notifications, watchlist } from '#server/database/schema/personal.ts'
import { subscriptions } from '#server/database/schema/premium.ts'
import { news } from '#server/text/messages.ts'
import { type NotificationContent, notify } from './notify.ts'
import { remindOfReleases } from './releaseReminders.ts'

/** Events older than this are not notified, in days, also after a longer downtime. */
const MAX_AGE_DAYS = 14
/** Days before the end of a subscription at which its user is notified. */
const DAYS_BEFORE_END = [3, 1]
const DAY = 86_400_000
/** Users notified per query. */
const USERS_PER_QUERY = 500

/**
 * Notifies users about dubbed titles and new episodes that they saved, about the end of their subscription, and, if they
 * asked for it, in the evening about what comes out the next day. Stores only what was notified, so any process can run it
 * at any time and each user hears of an occasion once.
 */
export async function notifyScheduledNews(context: DatabaseContext): Promise<void> {
  await notifyAll(context, dubbed)
  await notifyAll(context, episodes)
  await notifyAll(context, endings)
  await remindOfReleases(context)
}

type Found = NotificationContent & { userId: number; occasion: string }

/** Repeats the query until every user is notified. */
async function notifyAll(
  context: DatabaseContext,
  find: (context: DatabaseContext) => Promise<Found[]>,
): Promise<void> {
  for (let found = await find(context); found.length > 0; found = await find(context)) {
    for (const { userId, ...notification } of found) await notify(context, userId, notification)
    if (found.length < USERS_PER_QUERY) return
  }
}

/** Selects users who have not been notified of an occasion. */
function notNotified(person: SQL, occasion: SQL): SQL {
  return sql`not exists (
    select from ${notifications} as notified where notified.user_id = ${person} and notified.occasion = ${occasion}
  )`
}

interface TitleRow extends Record<string, unknown> {
  user: number
  id: number
  title_en: string
  title_fa: string
  occasion: string
}

function foundOf({ user, id, title_en, occasion }: TitleRow): Pick<Found, 'userId' | 'path' | 'occasion'> {
  return { userId: user, path: pathOfTitle({ id, titleEn: title_en }), occasion }
}

async function dubbed({ database, clock }: DatabaseContext): Promise<Found[]> {
  const occasion = sql`'dubbed:' || titles.id`
  const { rows } = await database.execute<TitleRow>(sql`
    select saved.user_id::double precision as user, titles.id, titles.title_en, titles.title_fa, ${occasion} as occasion
    from titles join ${watchlist} as saved on saved.title_id = titles.id
    where dubbed_at > ${ago(clock(), MAX_AGE_DAYS)} and is_dubbed and not is_hidden
      and saved.deleted_at is null and saved.saved_at < dubbed_at
      and ${notNotified(sql`saved.user_id`, occasion)}
    limit ${USERS_PER_QUERY}`)
  return rows.map((row) => ({ ...foundOf(row), kind: 'dubbed', title: news.dubbed(row.title_fa) }))
}

/** Groups a series' episodes of one day into one notification. Days begin at midnight in Tehran. */
async function episodes({ database, clock }: DatabaseContext): Promise<Found[]> {
  const occasion = sql`'episode:' || episodes.title_id || ':' || episodes.aired_at`
  const now = sql`${clock().toISOString()}::timestamptz`
  const today = sql`(${now} at time zone 'Asia/Tehran')::date`
  const { rows } = await database.execute<TitleRow & { parts: [season: number, number: number][] }>(sql`
    select saved.user_id::double precision as user, titles.id, titles.title_en, titles.title_fa, ${occasion} as occasion,
      json_agg(json_build_array(season, number) order by season, number) as parts
    from episodes join titles on titles.id = episodes.title_id
      join ${watchlist} as saved on saved.title_id = titles.id
    where aired_at <= ${today} and aired_at > ${today} - ${MAX_AGE_DAYS}::integer and not is_hidden
      and saved.deleted_at is null and (saved.saved_at at time zone 'Asia/Tehran')::date <= aired_at
      and ${notNotified(sql`saved.user_id`, occasion)}
    group by saved.user_id, titles.id, episodes.title_id, episodes.aired_at
    limit ${USERS_PER_QUERY}`)
  return rows.map((row) => ({
    ...foundOf(row),
    kind: 'episode',
    title: news.episodes(row.title_fa, row.parts.length),
    body: seasonsOf(row.parts).join('\n'),
  }))
}

/** Subscriptions without a reserved one after them. */
async function endings({ database, clock }: DatabaseContext): Promise<Found[]> {
  const now = clock()
  const occasion = (days: number) => sql`'subscription:' || ending.id || ':' || ${days}::text`
  const found: Found[] = []
  for (const days of DAYS_BEFORE_END) {
    const { rows } = await database.execute<{ user: number; plan_name: string; ends: number; occasion: string }>(sql`
      select user_id::double precision as user, plan_name, ${occasion(days)} as occasion,
        (extract(epoch from ends_at) * 1000)::double precision as ends
      from ${subscriptions} as ending
      where ends_at > ${ago(now, -Math.max(0, ...DAYS_BEFORE_END.filter((less) => less < days)))} and ends_at <= ${ago(now, -days)}
        and not exists (select from ${subscriptions} as later where later.user_id = ending.user_id and later.ends_at > ending.ends_at)
        and ${notNotified(sql`ending.user_id`, occasion(days))}
      limit ${USERS_PER_QUERY}`)
    for (const { user, plan_name, ends, ...row } of rows) {
      found.push({
        ...{ userId: user, kind: 'subscription', path: '/premium/plans', occasion: row.occasion },
        title: news.ending(plan_name, Math.max(1, Math.ceil((ends - now.getTime()) / DAY))),
        body: news.endingNote,
      })
    }
  }
  return found
}

function ago(now: Date, days: number): SQL {
  return sql`${new Date(now.getTime() - days * DAY).toISOString()}::timestamptz`
}

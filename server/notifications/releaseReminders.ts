import { sql } from 'drizzle-orm'
import { type Release, releasesOf } from '#server/catalogue/releases.ts'
import type { Database, DatabaseContext } from '#server/database/connect.ts'
import { notifications } from '#server/database/schema/personal.ts'
import { notificationSettings } from '#server/database/schema/push.ts'
import { groupBy } from '#server/platform/groupBy.ts'
import { addDays, dayInTehran, hourInTehran } from '#server/platform/tehranTime.ts'
import { calendarWords, news } from '#server/text/messages.ts'
import { type NotificationContent, notify } from './notify.ts'

/** Reminders of the next day are sent from this hour on, in Tehran. */
const FIRST_HOUR = 18
/** Titles that a reminder names. */
const TITLES_MAX = 5
/** Users looked at per query. */
const USERS_PER_QUERY = 500

/**
 * Notifies users with reminders about the next day's releases of their own titles, once per day. A round that lasts until
 * midnight ends there: nobody is reminded of a day that has begun.
 */
export async function remindOfReleases(context: DatabaseContext): Promise<void> {
  const { database, clock } = context
  if (hourInTehran(clock()) < FIRST_HOUR) return
  const day = addDays(dayInTehran(clock()), 1)
  const occasion = `calendar:${day}`
  for (let after = 0; ; ) {
    const userIds = await usersToRemind(database, occasion, after)
    const releases = await releasesOf(database, userIds, { from: day, to: day })
    for (const [userId, own] of groupBy(releases, (release) => release.userId)) {
      if (dayInTehran(clock()) >= day) return
      await notify(context, userId, { ...reminderOf(day, own), occasion })
    }
    if (userIds.length < USERS_PER_QUERY) return
    after = userIds.at(-1) ?? after
  }
}

/** Users with reminders who have not been notified of the occasion, by their ids. */
async function usersToRemind(database: Database, occasion: string, after: number): Promise<number[]> {
  const { rows } = await database.execute<{ user: number }>(sql`
    select user_id::double precision as user from ${notificationSettings} as settings
    where reminders and user_id > ${after} and not exists (
      select from ${notifications} as notified
      where notified.user_id = settings.user_id and notified.occasion = ${occasion}
    )
    order by user_id limit ${USERS_PER_QUERY}`)
  return rows.map(({ user }) => user)
}

function reminderOf(day: string, releases: Release[]): NotificationContent {
  const names = releases.map(({ titleFa }) => titleFa)
  return { kind: 'reminder', title: news.reminder.title(day, names), body: bodyOf(releases), path: '/user/calendar' }
}

function bodyOf(releases: Release[]): string {
  const [only, ...others] = releases
  // The reminder's title has the name already.
  if (only && others.length === 0) return only.seasons.join('\n')
  const lines = releases.slice(0, TITLES_MAX).map(({ titleFa, seasons }) => calendarWords.release(titleFa, seasons))
  const more = releases.length - lines.length
  return [...lines, ...(more > 0 ? [news.reminder.more(more)] : [])].join('\n')
}

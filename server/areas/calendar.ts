import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { calendarApi } from '#contract/calendar.ts'
import { calendarFile } from '#server/catalogue/calendarFile.ts'
import { releasesOf } from '#server/catalogue/releases.ts'
import { calendarFeeds } from '#server/database/schema/access.ts'
import { noteRoute } from '#server/http/observeCalls.ts'
import { createResponseText, isKnown, sendCompressed } from '#server/http/responseText.ts'
import { type Api, serve } from '#server/http/serve.ts'
import { countAttempt } from '#server/http/throttle.ts'
import { refuse } from '#server/platform/refuse.ts'
import { addDays, dayInTehran } from '#server/platform/tehranTime.ts'

/** Days of a calendar, before and after today in Tehran. */
const DAYS_BACK = 30
const DAYS_AHEAD = 400
/** Maximum number of events in a calendar: about 400 KB. */
const EVENTS_MAX = 1_000
/** Renewals of an address, per user and hour. */
const RENEWALS_PER_HOUR = 60
/** Fetches of a calendar per hour. Not counted by network address: an online calendar fetches for many users from one. */
const FETCHES_PER_HOUR = 240

const FEED_ROUTE = '/api/calendar/:file'
const FEED_FILE = /^([\w-]{32})\.ics$/

/**
 * Mounts the calls for a calendar's address, and the calendar itself. Calendar programs have no session: the address alone
 * gives access, so no log contains it.
 */
export function serveCalendar(api: Api): void {
  const { hono, database, clock, settings } = api
  const ofUser = (userId: number) => eq(calendarFeeds.userId, userId)

  serve(api, calendarApi.feed, async ({ user }) => {
    const [feed] = await database.select().from(calendarFeeds).where(ofUser(user.id))
    return { data: { address: feed ? addressOf(feed.token) : null } }
  })

  serve(api, calendarApi.renew, async ({ user }) => {
    const limit = { key: `calendar-renewal:${user.id}`, limit: RENEWALS_PER_HOUR, seconds: 3600 }
    await countAttempt({ database, clock }, [limit])
    const set = { token: randomBytes(24).toString('base64url'), createdAt: clock() }
    await database
      .insert(calendarFeeds)
      .values({ userId: user.id, ...set })
      .onConflictDoUpdate({ target: calendarFeeds.userId, set })
    return { data: { address: addressOf(set.token) } }
  })

  serve(api, calendarApi.end, async ({ user }) => {
    await database.delete(calendarFeeds).where(ofUser(user.id))
  })

  hono.get(FEED_ROUTE, async (http) => {
    noteRoute(http, FEED_ROUTE)
    const [, token = ''] = FEED_FILE.exec(http.req.param('file')) ?? refuse('not_found')
    const [feed] = await database
      .select({ userId: calendarFeeds.userId })
      .from(calendarFeeds)
      .where(eq(calendarFeeds.token, token))
    const { userId } = feed ?? refuse('not_found')
    const limit = { key: `calendar:${userId}`, limit: FETCHES_PER_HOUR, seconds: 3600 }
    await countAttempt({ database, clock }, [limit])
    const today = dayInTehran(clock())
    const releases = await releasesOf(database, [userId], {
      from: addDays(today, -DAYS_BACK),
      to: addDays(today, DAYS_AHEAD),
      limit: EVENTS_MAX,
    })
    // Not the caller's origin: the ids of events must not differ between fetches.
    const text = createResponseText(() => calendarFile(releases, settings.origins[0] ?? 'http://localhost'))
    const tag = text.tag()
    http.header('Cache-Control', 'private, max-age=3600')
    http.header('ETag', tag)
    if (isKnown(http, tag)) return http.body(null, 304)
    http.header('Content-Type', 'text/calendar; charset=utf-8')
    return sendCompressed(http, text)
  })
}

function addressOf(token: string): string {
  return FEED_ROUTE.replace(':file', `${token}.ics`)
}

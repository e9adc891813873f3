import ical, { ICalEventTransparency } from 'ical-generator'
import { addDays } from '#server/platform/tehranTime.ts'
import { calendarWords } from '#server/text/messages.ts'
import type { Release } from './releases.ts'

/** How often calendar programs ask again, in seconds. */
const REFRESH_INTERVAL = 12 * 3600

/**
 * The releases as an iCalendar file (RFC 5545) of all-day events. An event has the same id in every file, so a calendar
 * program updates it. `origin` is the app's, for links.
 */
export function calendarFile(releases: Release[], origin: string): string {
  const { hostname } = new URL(origin)
  const calendar = ical({ name: calendarWords.name, prodId: { company: 'parde', product: 'calendar' } })
  calendar.ttl(REFRESH_INTERVAL)
  for (const { titleId, titleFa, path, day, seasons, changedAt } of releases) {
    calendar.createEvent({
      id: `title-${titleId}-${day}@${hostname}`,
      start: new Date(day),
      end: new Date(addDays(day, 1)),
      allDay: true,
      stamp: changedAt,
      summary: calendarText(calendarWords.release(titleFa, seasons)),
      url: `${origin}${path}`,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return calendar.toString()
}

/** The library writes control characters as they are; RFC 5545 allows only tabs and line feeds. */
function calendarText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\t\n])\p{Cc}/gu, '')
}

import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { lenient, one } from './shapes.ts'

/** `address`: the user's secret iCalendar address (RFC 5545), absolute or relative to the API base; null: none. */
export const CalendarFeed = v.object({ address: lenient(v.nullable(v.string()), null) })
export type CalendarFeed = v.InferOutput<typeof CalendarFeed>

/** An extension of the specification: on 404 or 405 the app hides it. */
export const calendarApi = {
  /** The address of the user's calendar, for calendar programs. */
  feed: endpoint('GET', '/api/user/calendar', { access: 'user', reply: one(CalendarFeed) }),
  /** Creates the address, or replaces it: the former one then answers 404. */
  renew: endpoint('POST', '/api/user/calendar', { access: 'user', reply: one(CalendarFeed) }),
  /** 204; the address answers 404 from now on. */
  end: endpoint('DELETE', '/api/user/calendar', { access: 'user', reply: v.optional(v.unknown()) }),
}

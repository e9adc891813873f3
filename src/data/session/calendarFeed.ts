import { CalendarFeed, calendarApi } from '#contract/calendar.ts'
import { apiAddress } from '#data/network/apiBase.ts'
import { type Read, uncachedRead } from '#data/network/cachedRead.ts'
import { call } from '#data/network/call.ts'
import { type CallResult, callResult } from '#data/network/failures.ts'

/** The user's secret calendar address. Not stored on the device: whoever has it can read the calendar. */
export function calendarFeed(): Read<CalendarFeed> {
  return uncachedRead({
    key: ['calendarFeed'],
    shape: CalendarFeed,
    fetch: async (options) => absolute((await call(calendarApi.feed, {}, options)).data),
  })
}

/** Creates or replaces the address. */
export function renewCalendarFeed(): Promise<CallResult<CalendarFeed>> {
  return callResult(async () => absolute((await call(calendarApi.renew, {})).data))
}

/** Deletes the address. */
export function endCalendarFeed(): Promise<CallResult<unknown>> {
  return callResult(() => call(calendarApi.end, {}))
}

function absolute({ address }: CalendarFeed): CalendarFeed {
  return { address: address === null ? null : apiAddress(address) }
}

import { type Calendar, calendar } from '#data/areas/calendar.ts'
import { readFromDevice } from '#data/database/deviceRead.ts'
import type { CalendarAddress } from './calendarAddress.ts'
import { shownMonth } from './persianMonth.ts'

/** Reads the calendar before its screen renders. Undefined when the device cannot read it. */
export async function startCalendar({ month }: CalendarAddress): Promise<Calendar | undefined> {
  const { first, last } = shownMonth(month)
  return readFromDevice(() => calendar(first, last))
}

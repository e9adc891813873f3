import { type Calendar, calendar } from '#data/areas/calendar.ts'
import { useLive } from './useLive.ts'

/**
 * Returns what comes out between two ISO dates. `read`: the same as read before the first render, used until the live query
 * has answered; undefined if that read failed.
 */
export function useCalendar(from: string, to: string, read: Calendar | undefined): Calendar | undefined {
  const live = useLive(async () => calendar(from, to), [from, to], undefined)
  // After a change of the range the query first returns its result for the former one.
  return live?.from === from ? live : read
}

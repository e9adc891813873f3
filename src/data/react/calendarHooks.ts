import { type Calendar, calendar } from '#data/areas/calendar.ts'
import { useLive } from './useLive.ts'

/** Returns what comes out between two ISO dates; null for guests, undefined until loaded. */
export function useCalendar(from: string, to: string): Calendar | null | undefined {
  return useLive(async () => (await calendar(from, to)) ?? null, [from, to], null)
}

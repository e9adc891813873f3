import { formatDate, formatWeekday } from '#text/format.ts'
import { historyText } from '#text/history.ts'

/** Number of the local day of a time; NaN for an invalid date. */
export function dayOf(moment: Date): number {
  return moment.getFullYear() * 10_000 + moment.getMonth() * 100 + moment.getDate()
}

/** ISO times in UTC, as server and device write them, sort as strings. */
const isUtcIso = (moment: string) => moment.length === 24 && moment.endsWith('Z')

/** Local midnight at the start of the day of a time in ms, plus `days` days. */
function midnight(moment: number, days: number): Date {
  const day = new Date(moment)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
}

/**
 * Indexes of the items that start a day, in a list sorted newest first. Compares each time with the borders of the
 * current day, because calendar arithmetic for thousands of items is slow.
 */
export function dayStarts(moments: readonly { watchedAt: string }[]): Set<number> {
  const starts = new Set<number>()
  let [from, to] = [Number.NaN, Number.NaN]
  let [first, last] = ['', '']
  for (const [at, { watchedAt }] of moments.entries()) {
    if (watchedAt >= first && watchedAt < last && isUtcIso(watchedAt)) continue
    const moment = Date.parse(watchedAt)
    if (moment >= from && moment < to) continue
    starts.add(at)
    const begins = midnight(moment, 0)
    const ends = midnight(moment, 1)
    ;[from, to] = [begins.getTime(), ends.getTime()]
    ;[first, last] = Number.isNaN(moment) ? ['', ''] : [begins.toISOString(), ends.toISOString()]
  }
  return starts
}

/** «امروز، شنبه ۲۳ آبان ۱۴۰۵»; `now` in ms. */
export function dayName(when: string, now: number): string {
  const moment = new Date(when)
  const today = new Date(now)
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  const nearness =
    dayOf(moment) === dayOf(today)
      ? historyText.today
      : dayOf(moment) === dayOf(yesterday)
        ? historyText.yesterday
        : undefined
  return historyText.day(nearness, formatWeekday(when), formatDate(when))
}

import { formatDate, formatWeekday } from '#text/format.ts'
import { historyText } from '#text/history.ts'

/** The local day a moment lies in, as one number that tells days apart; nothing for what is no moment. */
export function dayOf(moment: Date): number {
  return moment.getFullYear() * 10_000 + moment.getMonth() * 100 + moment.getDate()
}

/** As the server and this device write moments: in UTC, so that they stand in their order as they are written. */
const isPlain = (moment: string) => moment.length === 24 && moment.endsWith('Z')

/** The midnight that begins the local day of a moment (ms), or the one so many days later. */
function midnight(moment: number, later: number): Date {
  const day = new Date(moment)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + later)
}

/**
 * The places of those that begin a day where the person is, in a list that goes back in time. Of thousands in a few days
 * hardly any needs the calendar, or to be read: the others lie between the borders of the day before them.
 */
export function beginningsOf(moments: readonly { watchedAt: string }[]): Set<number> {
  const beginnings = new Set<number>()
  let [from, to] = [Number.NaN, Number.NaN]
  let [first, last] = ['', '']
  for (const [at, { watchedAt }] of moments.entries()) {
    if (watchedAt >= first && watchedAt < last && isPlain(watchedAt)) continue
    const moment = Date.parse(watchedAt)
    if (moment >= from && moment < to) continue
    beginnings.add(at)
    const begins = midnight(moment, 0)
    const ends = midnight(moment, 1)
    ;[from, to] = [begins.getTime(), ends.getTime()]
    ;[first, last] = Number.isNaN(moment) ? ['', ''] : [begins.toISOString(), ends.toISOString()]
  }
  return beginnings
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

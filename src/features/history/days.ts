import { formatDate, formatWeekday } from '#text/format.ts'
import { historyText } from '#text/history.ts'

/** The local day a moment lies in, as one number that tells days apart; nothing for what is no moment. */
function dayOf(moment: Date): number {
  return moment.getFullYear() * 10_000 + moment.getMonth() * 100 + moment.getDate()
}

/**
 * The places of those that begin a day where the person is, in a list that goes back in time. Of thousands in a few days
 * hardly any needs the calendar: the others lie between the borders of the day before them.
 */
export function beginningsOf(moments: readonly { watchedAt: string }[]): Set<number> {
  const beginnings = new Set<number>()
  let [from, to] = [Number.NaN, Number.NaN]
  for (const [at, { watchedAt }] of moments.entries()) {
    const moment = Date.parse(watchedAt)
    if (moment >= from && moment < to) continue
    const day = new Date(moment)
    from = new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime()
    to = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime()
    beginnings.add(at)
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

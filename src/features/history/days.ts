import { formatDate, formatWeekday } from '#text/format.ts'
import { historyText } from '#text/history.ts'

/** The local day a moment lies in, as one number that tells days apart; nothing for what is no moment. */
function dayOf(moment: Date): number {
  return moment.getFullYear() * 10_000 + moment.getMonth() * 100 + moment.getDate()
}

/** Whether two moments (ISO) lie in different days where the person is. */
export function isAnotherDay(one: string | undefined, other: string): boolean {
  return one === undefined || dayOf(new Date(one)) !== dayOf(new Date(other))
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

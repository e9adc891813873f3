import { clock } from '#data/platform/clock.ts'
import type { CalendarAddress } from './calendarAddress.ts'

/** A month of the Persian calendar; `month` from 1 to 12. */
export interface PersianMonth {
  year: number
  month: number
}

const DAY = 86_400_000

/** Noon in UTC stands for a day, so that neither the time zone nor a change of clocks moves it. */
const parts = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
  ...{ year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' },
})

function persian(day: number): { year: number; month: number; date: number } {
  const found = new Map(parts.formatToParts(day).map(({ type, value }) => [type, Number.parseInt(value, 10)]))
  return { year: found.get('year') ?? 0, month: found.get('month') ?? 0, date: found.get('day') ?? 0 }
}

/** The ISO date of a moment in ms, in the time zone of the device. */
export function isoDayOf(moment: number): string {
  const local = new Date(moment)
  return isoOf(Date.UTC(local.getFullYear(), local.getMonth(), local.getDate(), 12))
}

function isoOf(noon: number): string {
  return new Date(noon).toISOString().slice(0, 10)
}

function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00Z`)
}

/** The month of an ISO date. */
export function monthOf(day: string): PersianMonth {
  const { year, month } = persian(noonOf(day))
  return { year, month }
}

/** The month `count` months later, or earlier if negative. */
export function addMonths({ year, month }: PersianMonth, count: number): PersianMonth {
  const months = year * 12 + (month - 1) + count
  return { year: Math.floor(months / 12), month: (months % 12) + 1 }
}

export function isSameMonth(one: PersianMonth, other: PersianMonth): boolean {
  return one.year === other.year && one.month === other.month
}

/** The ISO dates of a month. */
export function daysOf(month: PersianMonth): string[] {
  const first = firstNoon(month)
  const length = Math.round((firstNoon(addMonths(month, 1)) - first) / DAY)
  return Array.from({ length }, (_, at) => isoOf(first + at * DAY))
}

/**
 * Noon of the first day. The year begins between 20 and 22 March (the equinox decides) and its first six months have 31
 * days, so the guess is wrong by one day at most.
 */
function firstNoon({ year, month }: PersianMonth): number {
  const before = (month - 1) * 30 + Math.min(month - 1, 6)
  const guess = Date.UTC(year + 621, 2, 21, 12) + before * DAY
  return [0, -DAY, DAY].map((shift) => guess + shift).find((noon) => persian(noon).date === 1) ?? guess
}

/** The month of the address, by default the current one, with its days and its first and last as ISO dates. */
export function shownMonth(asked: string | undefined) {
  const today = isoDayOf(clock.now())
  const current = monthOf(today)
  const month = asked === undefined ? current : readMonth(asked)
  const days = daysOf(month)
  return { today, current, month, days, first: days[0] ?? today, last: days.at(-1) ?? today }
}

/** Days before this one in its week, which begins on Saturday: 0 to 6. */
export function weekdayOf(day: string): number {
  return (new Date(noonOf(day)).getUTCDay() + 1) % 7
}

/** Reads a month as `writeMonth` writes it and `readCalendarAddress` accepts it. */
export function readMonth(text: string): PersianMonth {
  const [year, month] = text.split('-').map(Number)
  return { year: year ?? 0, month: month ?? 0 }
}

/** Writes «1405-09». */
export function writeMonth({ year, month }: PersianMonth): string {
  return `${year}-${String(month).padStart(2, '0')}`
}

/** Link to a month of the calendar; `current`: this month, which the address omits. */
export function monthLink(month: PersianMonth, current: PersianMonth) {
  const search: CalendarAddress = isSameMonth(month, current) ? {} : { month: writeMonth(month) }
  return { to: '/user/calendar', search, resetScroll: false } as const
}

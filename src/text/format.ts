import { once } from '#data/platform/once.ts'

/** Persian numbers, dates and ranges. Formatters are created on first use: each costs a slow phone some ms. */

const LOCALE = 'fa-IR'
const CALENDAR = 'fa-IR-u-ca-persian'

const whole = once(() => new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 }))
const tenth = once(() => new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 }))
const date = once(() => new Intl.DateTimeFormat(CALENDAR, { day: 'numeric', month: 'long', year: 'numeric' }))
const month = once(() => new Intl.DateTimeFormat(CALENDAR, { month: 'long' }))
const year = once(() => new Intl.DateTimeFormat(CALENDAR, { year: 'numeric' }))
const dayOfMonth = once(() => new Intl.DateTimeFormat(CALENDAR, { day: 'numeric' }))
const weekday = once(() => new Intl.DateTimeFormat(CALENDAR, { weekday: 'long' }))
const relative = once(() => new Intl.RelativeTimeFormat('fa', { numeric: 'auto' }))

/** «۱۲٬۳۴۵» */
export function formatNumber(value: number): string {
  return whole().format(value)
}

/** Replaces ASCII digits by Persian ones, without grouping: for years, codes and timers. */
export function persianDigits(text: string | number): string {
  return String(text).replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit)))
}

/** «۱:۰۲:۰۳» for seconds, without hours when there are none. */
export function clockTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return persianDigits(hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`)
}

/** «۱ تا ۲۴ از ۲۱۶» (docs/specification.md, section 1: "from to of total") */
export function formatRange(from: number, to: number, total: number): string {
  return `${formatNumber(from)} تا ${formatNumber(to)} از ${formatNumber(total)}`
}

/** «۲۴ اسفند ۱۳۵۰» for a time in ms or an ISO date; empty for anything else. */
export function formatDate(when: string | number): string {
  return formatWith(date, when)
}

/** «اسفند ۱۳۵۰» */
export function formatMonth(when: string | number): string {
  // With both fields the formatter would put the year first.
  return `${formatWith(month, when)} ${formatWith(year, when)}`.trim()
}

/** Day of the month and weekday, as on a calendar: «۲۴» and «یکشنبه». */
export function formatLeaf(when: string | number): { day: string; weekday: string } {
  return { day: formatWith(dayOfMonth, when), weekday: formatWith(weekday, when) }
}

/** «یکشنبه» */
export function formatWeekday(when: string | number): string {
  return formatWith(weekday, when)
}

function formatWith(format: () => Intl.DateTimeFormat, when: string | number): string {
  // A date without a time is a calendar day, not midnight UTC.
  const time = new Date(typeof when === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(when) ? `${when}T12:00:00` : when)
  return Number.isNaN(time.getTime()) ? '' : format().format(time)
}

const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const NOW = 45_000

/**
 * «۳ دقیقه پیش» for a time in ms; «همین حالا» for the last moments and for the future, which a wrong clock can produce.
 */
export function formatRelative(when: number, now: number): string {
  const past = now - when
  if (past < NOW) return 'همین حالا'
  const [unit, size] = UNITS.find(([, length]) => Math.round(past / length) >= 1) ?? ['minute', 60_000]
  return relative().format(-Math.round(past / size), unit)
}

const BYTE_UNITS = ['بایت', 'کیلوبایت', 'مگابایت', 'گیگابایت'] as const

/** «۱۲٫۵ مگابایت» */
export function formatBytes(bytes: number): string {
  const step = Math.min(BYTE_UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1000 ** step
  const figure = step < 2 || value >= 100 ? formatNumber(value) : tenth().format(value)
  return `${figure} ${BYTE_UNITS[step] ?? ''}`
}

/** Isolates a name of either direction from the sentence around it (Unicode FSI and PDI). */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`
}

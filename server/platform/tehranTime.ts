const DAY = 86_400_000

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran', dateStyle: 'short' })
const hourFormat = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Tehran', hour: 'numeric', hourCycle: 'h23' })

/** The day in Tehran, `2026-11-28`. */
export function dayInTehran(time: Date): string {
  return dayFormat.format(time)
}

/** The hour in Tehran, 0 to 23. */
export function hourInTehran(time: Date): number {
  return Number(hourFormat.format(time))
}

/** The day this many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
}

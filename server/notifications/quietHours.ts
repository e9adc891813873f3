import type { QuietHours } from '#contract/notifications.ts'

const MINUTE = 60_000
const DAY = 1440

/** The end of the current quiet hours for a clock `utcOffset` minutes ahead of UTC; undefined outside quiet hours. */
export function quietUntil(quiet: QuietHours | null, utcOffset: number, now: Date): Date | undefined {
  if (quiet === null) return undefined
  const minutes = Math.floor(now.getTime() / MINUTE) + utcOffset
  const since = (minutes - quiet.from + DAY) % DAY
  const length = (quiet.to - quiet.from + DAY) % DAY
  if (since >= length) return undefined
  return new Date((Math.floor(now.getTime() / MINUTE) + length - since) * MINUTE)
}

import type { QuietHours } from '#contract/notifications.ts'

const MINUTE = 60_000
const DAY = 1440

/** When the quiet hours that hold now are over, by a clock so many minutes ahead of UTC; nothing when none hold. */
export function quietUntil(quiet: QuietHours | null, utcOffset: number, now: Date): Date | undefined {
  if (quiet === null) return undefined
  const minutes = Math.floor(now.getTime() / MINUTE) + utcOffset
  const since = (minutes - quiet.from + DAY) % DAY
  const length = (quiet.to - quiet.from + DAY) % DAY
  if (since >= length) return undefined
  return new Date((Math.floor(now.getTime() / MINUTE) + length - since) * MINUTE)
}

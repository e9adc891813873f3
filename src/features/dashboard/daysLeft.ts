const DAY = 86_400_000

/** Whole days until a moment, 0 on the last; nothing once it is past, or where it is none. */
export function daysLeft(until: string, now: number): number | undefined {
  const left = Date.parse(until) - now
  return left > 0 ? Math.floor(left / DAY) : undefined
}

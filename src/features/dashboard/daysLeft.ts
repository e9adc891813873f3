const DAY = 86_400_000

/** Whole days until a time, 0 on the last day; undefined once it has passed or when it is invalid. */
export function daysLeft(until: string, now: number): number | undefined {
  const left = Date.parse(until) - now
  return left > 0 ? Math.floor(left / DAY) : undefined
}

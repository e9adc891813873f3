/**
 * The device's wall clock, in ms. It can be wrong by years and jump at any time, so nothing is ordered by it and every
 * wait computed from it is bounded (sync page). One place, so that a test can turn its hands.
 */
export const clock = { now: (): number => Date.now() }

/**
 * When something was heard, as this clock counts. What lies ahead of it was written down before it was set back: how long
 * ago that was nobody knows, and 0 stands for it, older than everything.
 */
export function pastOrZero(moment: number): number {
  return moment <= clock.now() ? moment : 0
}

/** Whether a moment written down earlier is still ahead, distrusting moments further off than any wait we ever write. */
export function isStillAhead(moment: number, longest: number): boolean {
  const left = moment - clock.now()
  return left > 0 && left <= longest
}

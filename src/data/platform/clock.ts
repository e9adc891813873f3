/**
 * The device's wall clock, in ms. It can be off by years and can jump, so outbox entries are ordered by `seq` and every
 * wait has an upper bound. An object, so that tests can replace `now`.
 */
export const clock = { now: (): number => Date.now() }

/**
 * Returns the moment, or 0 (older than everything) when it is in the future: the clock was set back since it was
 * stored.
 */
export function pastOrZero(moment: number): number {
  return moment <= clock.now() ? moment : 0
}

/** Whether a stored moment is in the future. Ignores moments further away than `longest`: a wrong clock stored them. */
export function isStillAhead(moment: number, longest: number): boolean {
  const left = moment - clock.now()
  return left > 0 && left <= longest
}

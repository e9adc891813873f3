import { ignoring } from '#server/platform/reportError.ts'

/** A value is fresh for this long, in ms; concurrent callers share it. */
const FRESH = 10_000
/**
 * A stale value is returned while it is renewed, for up to this age in ms. Below the app's `STALE_TIME`, so no app
 * fetches it again.
 */
const GIVEN = 40_000

/** Caches the result of `make`, which receives its last result. */
export function staleWhileRevalidate<Value>(
  make: (last: Value | undefined) => Promise<Value>,
  clock: () => Date,
): () => Promise<Value> {
  let kept: { at: number; value: Value } | undefined
  let making: Promise<Value> | undefined
  const renew = () => {
    const at = clock().getTime()
    making ??= make(kept?.value)
      .then((value) => {
        kept = { at, value }
        return value
      })
      // After a failure the next caller tries again.
      .finally(() => {
        making = undefined
      })
    return making
  }
  return async () => {
    const age = kept ? Math.abs(clock().getTime() - kept.at) : Number.POSITIVE_INFINITY
    if (kept && age < FRESH) return kept.value
    const renewed = renew()
    if (!kept || age >= GIVEN) return renewed
    renewed.catch(ignoring('renewing a cached page'))
    return kept.value
  }
}

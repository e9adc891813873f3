import { ignoring } from '#server/platform/reportError.ts'

/** A value is fresh for this long, in ms; concurrent callers share it. */
const FRESH = 10_000
/**
 * A stale value is returned while it is renewed, for up to this age in ms. Below the app's `STALE_TIME`, so no app
 * fetches it again.
 */
const STALE = 40_000

/** Caches the result of `make`, which receives its last result. */
export function staleWhileRevalidate<Value>(
  make: (last: Value | undefined) => Promise<Value>,
  clock: () => Date,
): () => Promise<Value> {
  let cached: { at: number; value: Value } | undefined
  let pending: Promise<Value> | undefined
  const renew = () => {
    const at = clock().getTime()
    pending ??= make(cached?.value)
      .then((value) => {
        cached = { at, value }
        return value
      })
      // After a failure the next caller tries again.
      .finally(() => {
        pending = undefined
      })
    return pending
  }
  return async () => {
    const age = cached ? Math.abs(clock().getTime() - cached.at) : Number.POSITIVE_INFINITY
    if (cached && age < FRESH) return cached.value
    const renewed = renew()
    if (!cached || age >= STALE) return renewed
    renewed.catch(ignoring('renewing a cached page'))
    return cached.value
  }
}

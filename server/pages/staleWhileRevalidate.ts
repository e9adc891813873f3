/** So long what was made is given as it is, in ms: as many as come meanwhile get the same. */
const FRESH = 10_000
/** So long it is given while it is made anew behind them, in ms: nobody waits for it, and no app asks for it again (`STALE_TIME`). */
const GIVEN = 40_000

/** Answers what `make` has made lately; `make` is handed what it made last. */
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
      // The next one who comes tries again.
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
    renewed.catch((error: unknown) => console.error('What is kept cannot be made anew:', error))
    return kept.value
  }
}

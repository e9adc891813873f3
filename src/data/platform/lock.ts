/** A holder that shows no sign of life for two of these is robbed, in ms (sync page). One place, for tests. */
export const lockTiming = { lease: 30_000 }
const MISSED_MAX = 2

export interface LockedTask<Result> {
  /** `alone`: nobody else runs it. `signal` aborts as well when the lock was taken away. */
  run: (alone: boolean, signal: AbortSignal) => Promise<Result>
  /** Something that changes for as long as the holder lives; nothing: a holder is given that long, and no longer. */
  heartbeat?: () => Promise<unknown>
}

/**
 * Runs `work` while no other tab or worker runs its own under the same name; waits in line. A holder that neither ends
 * nor lives on (a frozen tab) is robbed. The lock saves doubled work; correctness does not rest on it, so where there are
 * no Web Locks the work simply runs, and is told that it may not be `alone`.
 */
export async function withLock<Result>(
  name: string,
  signal: AbortSignal | undefined,
  { run, heartbeat }: LockedTask<Result>,
): Promise<Result> {
  const stolen = new AbortController()
  const stop = signal ? AbortSignal.any([signal, stolen.signal]) : stolen.signal
  if (typeof navigator === 'undefined' || !navigator.locks) return run(false, stop)
  let isRunning = false
  const locked = () => {
    isRunning = true
    return run(true, stop)
  }
  let last = await heartbeat?.()
  for (let missed = 0; missed < MISSED_MAX; ) {
    const patience = AbortSignal.timeout(lockTiming.lease)
    try {
      const waiting = signal ? AbortSignal.any([signal, patience]) : patience
      return await navigator.locks.request(name, { signal: waiting }, locked)
    } catch (failure) {
      // Either the work's own failure, or the lock was taken away from it.
      if (isRunning) stolen.abort()
      if (isRunning || signal?.aborted || !patience.aborted) throw failure
    }
    const now = await heartbeat?.()
    missed = now === last ? missed + 1 : 0
    last = now
  }
  try {
    return await navigator.locks.request(name, { steal: true }, locked)
  } catch (failure) {
    stolen.abort()
    throw failure
  }
}

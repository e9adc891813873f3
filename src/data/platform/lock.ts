import { anySignal } from './anySignal.ts'

/**
 * The lock is stolen from a holder whose heartbeat does not change for two leases, in ms (docs/sync.md#drain). An
 * object, so that tests can shorten it.
 */
export const lockTiming = { lease: 30_000 }
const MISSED_MAX = 2

export interface LockedTask<Result> {
  /** `alone`: nobody else runs the task. `signal` also aborts when the lock is stolen. */
  run: (alone: boolean, signal: AbortSignal) => Promise<Result>
  /**
   * Returns a value that changes while the holder makes progress. Without a heartbeat the lock is stolen after two
   * leases.
   */
  heartbeat?: () => Promise<unknown>
}

/**
 * Runs a task while no other tab or worker runs one under the same name; queues behind the current holder. Steals the
 * lock from a holder that makes no progress (a frozen tab). The lock only saves duplicate work: without Web Locks the
 * task runs with `alone` false.
 */
export async function withLock<Result>(
  name: string,
  signal: AbortSignal | undefined,
  { run, heartbeat }: LockedTask<Result>,
): Promise<Result> {
  const stolen = new AbortController()
  const stop = signal ? anySignal(signal, stolen.signal) : stolen.signal
  if (typeof navigator === 'undefined' || !navigator.locks) return run(false, stop)
  let isRunning = false
  const runLocked = () => {
    isRunning = true
    return run(true, stop)
  }
  let last = await heartbeat?.()
  for (let missed = 0; missed < MISSED_MAX; ) {
    const patience = AbortSignal.timeout(lockTiming.lease)
    try {
      const waiting = signal ? anySignal(signal, patience) : patience
      return await navigator.locks.request(name, { signal: waiting }, runLocked)
    } catch (failure) {
      // The task failed, or its lock was stolen.
      if (isRunning) stolen.abort()
      if (isRunning || signal?.aborted || !patience.aborted) throw failure
    }
    const now = await heartbeat?.()
    missed = now === last ? missed + 1 : 0
    last = now
  }
  try {
    return await navigator.locks.request(name, { steal: true }, runLocked)
  } catch (failure) {
    stolen.abort()
    throw failure
  }
}

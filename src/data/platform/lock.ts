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
  let task: Promise<Result> | undefined
  const hold = async (options: LockOptions): Promise<Result> => {
    await navigator.locks.request(name, options, () => {
      task = run(true, stop)
      return whileShown(task)
    })
    return task as Promise<Result>
  }
  let last = await heartbeat?.()
  for (let missed = 0; missed < MISSED_MAX; ) {
    const patience = AbortSignal.timeout(lockTiming.lease)
    try {
      return await hold({ signal: signal ? anySignal(signal, patience) : patience })
    } catch (failure) {
      // The task failed, or its lock was stolen.
      if (task) stolen.abort()
      if (task || signal?.aborted || !patience.aborted) throw failure
    }
    const now = await heartbeat?.()
    missed = now === last ? missed + 1 : 0
    last = now
  }
  try {
    return await hold({ steal: true })
  } catch (failure) {
    stolen.abort()
    throw failure
  }
}

/**
 * A page that is frozen or in the back/forward cache would keep its lock: ends when the task does, or when the page is
 * frozen or hidden for good.
 */
export async function whileShown(task: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const suspended = new Promise((resolve) => {
    addEventListener('pagehide', resolve, over)
    // Workers have no document.
    const { document } = globalThis as { document?: EventTarget }
    document?.addEventListener('freeze', resolve, over)
  })
  await Promise.race([task, suspended]).finally(() => over.abort())
}

/** A holder that shows no sign of life for this long is robbed, in ms: two missed leases (sync page). */
const PATIENCE = 60_000

/**
 * Runs `work` while no other tab or worker runs its own under the same name; waits in line. A holder that neither ends
 * nor dies (a frozen tab) is robbed after `PATIENCE`. The lock saves doubled work; correctness does not rest on it, so
 * where there are no Web Locks the work simply runs, and is told that it may not be `alone`.
 */
export async function underLock<Result>(
  name: string,
  signal: AbortSignal | undefined,
  work: (alone: boolean) => Promise<Result>,
): Promise<Result> {
  if (typeof navigator === 'undefined' || !navigator.locks) return work(false)
  const locked = () => work(true)
  const patience = AbortSignal.timeout(PATIENCE)
  try {
    return await navigator.locks.request(
      name,
      { signal: signal ? AbortSignal.any([signal, patience]) : patience },
      locked,
    )
  } catch (failure) {
    if (signal?.aborted || !patience.aborted || !(failure instanceof DOMException)) throw failure
    return navigator.locks.request(name, { steal: true }, locked)
  }
}

/** For so long after it was told, in ms: the page asks for a sending again before the next worker has begun. */
const LEAVING = 10_000

let leave = new AbortController()
let told = 0

/** Aborts, or has done so a moment ago, when another version is to take over. */
export function leaving(): AbortSignal {
  // Nobody has come: this one is still needed.
  if (leave.signal.aborted && performance.now() - told > LEAVING) leave = new AbortController()
  return leave.signal
}

/** Ends what this worker is at and can be done by the next: browsers let that one wait until all of it is over. */
export function makeWay(): void {
  told = performance.now()
  leave.abort()
}

let leave = new AbortController()

/** Aborts when another version is to take over. */
export function leaving(): AbortSignal {
  return leave.signal
}

/** Ends what this worker is at and can be done by the next: browsers let that one wait until all of it is over. */
export function makeWay(): void {
  leave.abort()
  leave = new AbortController()
}

/// <reference lib="webworker" />
import { MAKE_WAY } from '#contract/workerMessages.ts'

declare const self: ServiceWorkerGlobalScope

/** The signal is reset after this long, in ms: the page may request another sync before the next worker activates. */
const LEAVING = 10_000

let leave = new AbortController()
let told = 0

/** Aborts running work when a page asks for the waiting worker. */
export function listenForSkipWaiting(): void {
  new BroadcastChannel(MAKE_WAY).onmessage = () => {
    // The waiting worker and a first worker also receive the message, and have nobody to wait for.
    if (self.registration.waiting) abortForUpdate()
  }
  self.addEventListener('activate', resetSignal)
}

/** Returns a signal that aborts when another version takes over. */
export function skipWaitingSignal(): AbortSignal {
  // No other version took over.
  if (leave.signal.aborted && performance.now() - told > LEAVING) resetSignal()
  return leave.signal
}

/** Aborts work that the next worker can do: browsers delay activation until pending events end. */
export function abortForUpdate(): void {
  told = performance.now()
  leave.abort()
}

/** Resets the signal; no update is waiting. */
export function resetSignal(): void {
  leave = new AbortController()
}

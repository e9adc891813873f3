/// <reference lib="webworker" />
import { MAKE_WAY } from '#contract/workerMessages.ts'

declare const self: ServiceWorkerGlobalScope

/** For so long after it was told, in ms: the page asks for a sending again before the next worker has begun. */
const LEAVING = 10_000

let leave = new AbortController()
let told = 0

/** Hears from the pages that it is time to make way. So does the next worker, which has taken over when it is at work. */
export function listenForSkipWaiting(): void {
  new BroadcastChannel(MAKE_WAY).onmessage = () => {
    // The next one hears it, too, and so does a first one while it begins: there is nobody to make way for.
    if (self.registration.waiting) abortForUpdate()
  }
  self.addEventListener('activate', resetSignal)
}

/** Aborts, or has done so a moment ago, when another version is to take over. */
export function skipWaitingSignal(): AbortSignal {
  // Nobody has come: this one is still needed.
  if (leave.signal.aborted && performance.now() - told > LEAVING) resetSignal()
  return leave.signal
}

/** Ends what this worker is at and can be done by the next: browsers let that one wait until all of it is over. */
export function abortForUpdate(): void {
  told = performance.now()
  leave.abort()
}

/** There is nobody to make way for. */
export function resetSignal(): void {
  leave = new AbortController()
}

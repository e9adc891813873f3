/// <reference lib="webworker" />
import { SKIP_WAITING_CHANNEL } from '#contract/workerMessages.ts'

declare const self: ServiceWorkerGlobalScope

/** The signal is reset after this long, in ms: the page may request another sync before the next worker activates. */
const RESET_AFTER = 10_000

let controller = new AbortController()
let abortedAt = 0

/** Aborts running work when a page asks for the waiting worker. */
export function listenForSkipWaiting(): void {
  new BroadcastChannel(SKIP_WAITING_CHANNEL).onmessage = () => {
    // The waiting worker and a first worker also receive the message, and have nobody to wait for.
    if (self.registration.waiting) abortForUpdate()
  }
  self.addEventListener('activate', resetSkipWaiting)
}

/** Returns a signal that aborts when another version takes over. */
export function skipWaitingSignal(): AbortSignal {
  // No other version took over.
  if (controller.signal.aborted && performance.now() - abortedAt > RESET_AFTER) resetSkipWaiting()
  return controller.signal
}

/** Aborts work that the next worker can do: browsers delay activation until pending events end. */
export function abortForUpdate(): void {
  abortedAt = performance.now()
  controller.abort()
}

/** Resets the signal; no update is waiting. */
export function resetSkipWaiting(): void {
  controller = new AbortController()
}

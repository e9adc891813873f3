/// <reference lib="webworker" />
import { SKIP_WAITING_CHANNEL } from '#contract/workerMessages.ts'

declare const self: ServiceWorkerGlobalScope

/** The signal is reset after this long, in ms: the page may request another sync before the next worker activates. */
const RESET_AFTER = 10_000

/** The handshake of this worker with the next one. */
export interface SkipWaitingHandshake {
  /** Returns a signal that aborts when another version takes over. */
  signal: () => AbortSignal
  /** Aborts work that the next worker can do: browsers delay activation until pending events end. */
  abort: () => void
  /** Resets the signal; no update is waiting. */
  reset: () => void
}

export function createSkipWaiting(): SkipWaitingHandshake {
  let controller = new AbortController()
  let abortedAt = 0
  const reset = () => {
    controller = new AbortController()
  }
  return {
    signal() {
      // No other version took over.
      if (controller.signal.aborted && performance.now() - abortedAt > RESET_AFTER) reset()
      return controller.signal
    },
    abort() {
      abortedAt = performance.now()
      controller.abort()
    },
    reset,
  }
}

/** Aborts running work when a page asks for the waiting worker. */
export function listenForSkipWaiting({ abort, reset }: SkipWaitingHandshake): void {
  new BroadcastChannel(SKIP_WAITING_CHANNEL).onmessage = () => {
    // The waiting worker and a first worker also receive the message, and have nobody to wait for.
    if (self.registration.waiting) abort()
  }
  self.addEventListener('activate', reset)
}

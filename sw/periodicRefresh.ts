/// <reference lib="webworker" />
import { FRESHEN_TAG, freshen } from '#data/areas/backgroundRefresh.ts'
import { leaving } from './skipWaiting.ts'

declare const self: ServiceWorkerGlobalScope

/** The browser ends a worker that takes longer, in ms. */
const MOST = 25_000

interface PeriodicEvent extends ExtendableEvent {
  readonly tag: string
}

/** Where the browser wakes the worker from time to time, what the person keeps is fresh before the app is opened. */
export function freshenNowAndThen() {
  self.addEventListener('periodicsync', (event) => {
    const { tag } = event as PeriodicEvent
    if (tag === FRESHEN_TAG)
      (event as PeriodicEvent).waitUntil(freshen(AbortSignal.any([AbortSignal.timeout(MOST), leaving()])))
  })
}

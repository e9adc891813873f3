/// <reference lib="webworker" />
import { REFRESH_TAG, refreshOfflineCopies } from '#data/areas/backgroundRefresh.ts'
import { anySignal } from '#data/platform/anySignal.ts'
import { cleanDeletedAccounts } from '#data/session/deletedAccounts.ts'
import type { Pack } from './pack.ts'
import { waitUntil } from './waitUntil.ts'

declare const self: ServiceWorkerGlobalScope

/** Browsers terminate a worker that takes longer, in ms. */
const TIME_LIMIT = 25_000

interface PeriodicEvent extends ExtendableEvent {
  readonly tag: string
}

/**
 * Refreshes the offline copies and the offline pack when the browser fires Periodic Background Sync. `takeover` returns
 * a signal that aborts when another version takes over.
 */
export function registerPeriodicRefresh(takeover: () => AbortSignal, pack: Pack) {
  self.addEventListener('periodicsync', (event) => {
    const { tag } = event as PeriodicEvent
    if (tag === REFRESH_TAG)
      waitUntil(event as PeriodicEvent, refresh(anySignal(AbortSignal.timeout(TIME_LIMIT), takeover())))
  })

  async function refresh(signal: AbortSignal) {
    await refreshOfflineCopies(signal)
    await pack.fill(signal)
    await cleanDeletedAccounts()
  }
}

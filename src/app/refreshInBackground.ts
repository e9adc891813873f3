import { REFRESH_INTERVAL, REFRESH_TAG, refreshOfflineCopies } from '#data/areas/backgroundRefresh.ts'
import { ignoring } from '#data/platform/ignoring.ts'
import type { PeriodicSync } from '#data/platform/periodicSync.ts'

/** Delay after startup, in ms: the visible screen's own requests come first. */
const START_DELAY = 20_000
/** Timeout in ms. */
const TIMEOUT = 60_000

/**
 * Refreshes frequently used data: by the service worker where the browser supports periodic sync (installed apps in
 * Chromium), otherwise at startup and when the user returns. `refreshOfflineCopies` limits the rate.
 */
export function refreshInBackground() {
  void registerPeriodicSync().catch(ignoring('InvalidStateError', 'NotAllowedError', 'TypeError'))
  const refresh = () => {
    if (document.visibilityState === 'visible' && navigator.onLine)
      void refreshOfflineCopies(AbortSignal.timeout(TIMEOUT))
  }
  setTimeout(refresh, START_DELAY)
  document.addEventListener('visibilitychange', () => setTimeout(refresh, START_DELAY))
  setInterval(refresh, REFRESH_INTERVAL)
}

async function registerPeriodicSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.ready) as { periodicSync?: PeriodicSync } | undefined
  if (!registration?.periodicSync) return
  // Missing in TypeScript's `PermissionName`.
  const { state } = await navigator.permissions.query({ name: 'periodic-background-sync' as PermissionName })
  if (state === 'granted') await registration.periodicSync.register(REFRESH_TAG, { minInterval: REFRESH_INTERVAL })
}

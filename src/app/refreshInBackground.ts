import { REFRESH_INTERVAL, REFRESH_TAG, refreshOfflineCopies } from '#data/areas/backgroundRefresh.ts'

/** The screen and what it asks for come first, in ms. */
const AFTER_START = 20_000
/** No longer than this, in ms. */
const MOST = 60_000

interface PeriodicSync {
  register(tag: string, options: { minInterval: number }): Promise<void>
}

/**
 * Keeps what the person comes back for fresh: by the worker where the browser wakes it (installed apps in Chromium), and
 * everywhere when the app starts and when one returns to it. `freshen` itself sees to it that this is not too often.
 */
export function refreshInBackground() {
  void askBrowser().catch(() => undefined)
  const look = () => {
    if (document.visibilityState === 'visible' && navigator.onLine) void refreshOfflineCopies(AbortSignal.timeout(MOST))
  }
  setTimeout(look, AFTER_START)
  document.addEventListener('visibilitychange', () => setTimeout(look, AFTER_START))
  setInterval(look, REFRESH_INTERVAL)
}

async function askBrowser(): Promise<void> {
  const registration = (await navigator.serviceWorker?.ready) as { periodicSync?: PeriodicSync } | undefined
  if (!registration?.periodicSync) return
  // Not among the names that TypeScript knows.
  const { state } = await navigator.permissions.query({ name: 'periodic-background-sync' as PermissionName })
  if (state === 'granted') await registration.periodicSync.register(REFRESH_TAG, { minInterval: REFRESH_INTERVAL })
}

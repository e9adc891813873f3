import { Workbox } from 'workbox-window'
import { ignoring, UPDATE_ERRORS } from '#data/platform/ignoring.ts'
import { trustedScriptUrl } from '#data/platform/trustedScriptUrl.ts'
import { storeUpdateNotice } from '#data/platform/updateNotice.ts'
import { activateWaitingWorker } from './activateWaitingWorker.ts'
import { hasVersionSkew } from './versionSkew.ts'
import { whenSafeToReload } from './whenSafeToReload.ts'

const WORKER = '/sw.js'
/** Minimum time between update checks, in ms. A check costs one conditional request. */
const MIN_CHECK_INTERVAL = 30_000
const CHECK_INTERVAL = 600_000
/** The same for a hidden page, which would wake the device's radio for nobody. */
const HIDDEN_CHECK_INTERVAL = 3_600_000

/**
 * Registers the service worker and applies updates. A waiting version is activated, then every tab reloads once it is
 * safe (docs/architecture.md#service-worker-updates), at the latest when hidden. A version that takes over while this
 * page loads sends no event, so the page also asks for version skew.
 */
export function registerWorker() {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  // The first worker ever controls the build that is already on screen.
  let hasController = navigator.serviceWorker.controller !== null
  let isReloading = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hasController) return reloadOnce()
    hasController = navigator.serviceWorker.controller !== null
    void checkVersion()
  })
  const checkVersion = async () => {
    if (await hasVersionSkew()) reloadOnce()
  }
  const reloadOnce = () => {
    if (isReloading) return
    isReloading = true
    whenSafeToReload(() => {
      storeUpdateNotice()
      location.reload()
    })
  }
  // After `load`, so that precaching does not compete with the screen's requests.
  const start = () => {
    void register()
    void checkVersion()
  }
  if (document.readyState === 'complete') start()
  else addEventListener('load', start)
}

async function register() {
  try {
    const workbox = new Workbox(trustedScriptUrl(WORKER), { updateViaCache: 'none' })
    const registration = await workbox.register({ immediate: true })
    if (!registration) return
    skipWaitingWhenSafe(registration)
    checkForUpdates(registration)
  } catch (failure) {
    ignoring(...UPDATE_ERRORS)(failure)
    // Without a worker the app still works as a page; the next start tries again.
  }
}

/**
 * Activates a waiting version when it is safe. The browser also checks for updates itself, possibly before this
 * listener is attached; Workbox's `waiting` event misses such updates.
 */
function skipWaitingWhenSafe(registration: ServiceWorkerRegistration) {
  const activate = () => {
    if (registration.waiting) activateWaitingWorker(registration.waiting)
  }
  const activateWaiting = () => {
    // The first worker also waits for a moment and then activates by itself.
    if (registration.waiting && registration.active) whenSafeToReload(activate)
    registration.installing?.addEventListener('statechange', activateWaiting)
  }
  registration.addEventListener('updatefound', activateWaiting)
  activateWaiting()
}

/** Checks for updates of a registration from now on. */
export function checkForUpdates(registration: Pick<ServiceWorkerRegistration, 'update'>) {
  let checkedAt = performance.now()
  const check = () => {
    if (performance.now() - checkedAt < MIN_CHECK_INTERVAL) return
    checkedAt = performance.now()
    void registration.update().catch(ignoring(...UPDATE_ERRORS))
  }
  addEventListener('online', () => {
    checkedAt = Number.NEGATIVE_INFINITY
    check()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
  })
  addEventListener('popstate', check)
  addEventListener('click', check)
  setInterval(() => {
    if (document.visibilityState === 'visible') check()
  }, CHECK_INTERVAL)
  setInterval(check, HIDDEN_CHECK_INTERVAL)
}

import { Workbox } from 'workbox-window'
import { trustedScriptUrl } from '#data/platform/trustedScriptUrl.ts'
import { storeUpdateNotice } from '#data/platform/updateNotice.ts'
import { activateWaitingWorker } from './activateWaitingWorker.ts'
import { hasVersionSkew } from './versionSkew.ts'
import { whenSafeToReload } from './whenSafeToReload.ts'

const WORKER = '/sw.js'
/** A check for a new version costs one conditional request; not more often than this, in ms. */
const CHECK_EVERY = 30_000
const CHECK_TIMER = 600_000

/**
 * Registers the worker and follows new versions: a waiting one is told to take over, and when it has, every tab of the
 * old version reloads itself once, as soon as nothing unsaved is on its screen (invariant I13), at the latest when hidden.
 * One that takes over while this page is still on its way does so unheard: so the page asks, too.
 */
export function registerWorker() {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  // The first worker of all finds this very build on the screen.
  let isFollowing = navigator.serviceWorker.controller !== null
  let reloading = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isFollowing) return takeNext()
    isFollowing = navigator.serviceWorker.controller !== null
    void look()
  })
  const look = async () => {
    if (await hasVersionSkew()) takeNext()
  }
  const takeNext = () => {
    if (reloading) return
    reloading = true
    whenSafeToReload(() => {
      storeUpdateNotice()
      location.reload()
    })
  }
  // Not before the page stands: what the worker fetches must not be in the way of what the screen needs.
  const begin = () => {
    void register()
    void look()
  }
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin)
}

async function register() {
  try {
    const workbox = new Workbox(trustedScriptUrl(WORKER), { updateViaCache: 'none' })
    const registration = await workbox.register({ immediate: true })
    if (!registration) return
    skipWaitingWhenSafe(registration)
    watchForVersions(registration)
  } catch {
    // Without a worker the app is a page like any other, until the next start.
  }
}

/**
 * Tells the waiting version to take over when the page can bear it. The browser looks for new versions by itself as well:
 * one may be half way there before anybody here has listened, which Workbox's own `waiting` does not tell.
 */
function skipWaitingWhenSafe(registration: ServiceWorkerRegistration) {
  const tell = () => {
    if (registration.waiting) activateWaitingWorker(registration.waiting)
  }
  const look = () => {
    // The first of all waits for a moment as well, and takes over by itself.
    if (registration.waiting && registration.active) whenSafeToReload(tell)
    registration.installing?.addEventListener('statechange', look)
  }
  registration.addEventListener('updatefound', look)
  look()
}

function watchForVersions(registration: ServiceWorkerRegistration) {
  let checked = performance.now()
  const check = () => {
    if (performance.now() - checked < CHECK_EVERY) return
    checked = performance.now()
    void registration.update().catch(() => undefined)
  }
  addEventListener('online', () => {
    checked = Number.NEGATIVE_INFINITY
    check()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
  })
  addEventListener('popstate', check)
  addEventListener('click', check)
  setInterval(check, CHECK_TIMER)
}

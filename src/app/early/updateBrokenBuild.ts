import { activateWaitingWorker } from '#app/activateWaitingWorker.ts'
import { sessionItems } from '#data/platform/webStorage.ts'

/** The page says that the app has not started after this time, in ms (`.late` in src/features/shell/Shell.module.css). */
const START_TIMEOUT = 20_000
/** The builds that this tab has already left, separated by spaces. */
const LEFT_BUILDS_KEY = 'parde-early'

/**
 * Follows a newer build when this one breaks before the app starts: otherwise the fixed build would wait for ever behind
 * the broken build's service worker. Begins with the first script error, or when the app has not started in time.
 */
export function updateBrokenBuild(hasStarted: () => boolean): void {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  // Without a worker every page comes from the network.
  if (hasStarted() || !workers?.controller) return
  let isBroken = false
  let hasNewWorker = false

  const reloadOnce = () => {
    if (hasStarted() || !isBroken || !hasNewWorker) return
    if (leaveBuild()) location.reload()
  }
  const checkForUpdate = async () => {
    if (hasStarted()) return
    isBroken = true
    reloadOnce()
    const registration = await workers.ready
    const activate = () => {
      registration.installing?.addEventListener('statechange', activate)
      if (!hasStarted() && registration.waiting) activateWaitingWorker(registration.waiting)
    }
    registration.onupdatefound = activate
    activate()
    // Rejects offline and on a server error: the next `online` or `visibilitychange` tries again.
    await registration.update().catch(() => undefined)
  }

  workers.addEventListener('controllerchange', () => {
    hasNewWorker = true
    reloadOnce()
  })
  const onError = ({ target }: Event) => {
    if (!isBroken && (target === window || target instanceof HTMLScriptElement)) void checkForUpdate()
  }
  addEventListener('error', onError, true)
  setTimeout(() => void checkForUpdate(), START_TIMEOUT)
  addEventListener('online', () => isBroken && void checkForUpdate())
  document.addEventListener('visibilitychange', () => isBroken && void checkForUpdate())
}

/** Notes that this tab leaves its build; false when it has left that build before: two builds deployed in turns must not loop. */
function leaveBuild(): boolean {
  const build = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content
  if (build === undefined) return false
  const left = (sessionItems.get(LEFT_BUILDS_KEY) ?? '').split(' ')
  // Without storage, nothing would prevent a reload loop.
  return !left.includes(build) && sessionItems.set(LEFT_BUILDS_KEY, [...left, build].join(' '))
}

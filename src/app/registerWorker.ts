import { Workbox } from 'workbox-window'
import { scriptAddress } from '#data/scriptAddress.ts'
import { noteUpdate } from '#data/updateNote.ts'

const WORKER = '/sw.js'
/** A check for a new version costs one conditional request; not more often than this, in ms. */
const CHECK_EVERY = 30_000
const CHECK_TIMER = 600_000

/**
 * Registers the worker and follows new versions: a waiting one is told to take over, and when it has, every tab of the
 * old version reloads itself once, as soon as nothing unsaved is on its screen (invariant I13), at the latest when hidden.
 */
export function registerWorker() {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const hadController = navigator.serviceWorker.controller !== null
  const workbox = new Workbox(scriptAddress(WORKER), { updateViaCache: 'none' })
  workbox.addEventListener('waiting', () => whenNothingUnsaved(() => workbox.messageSkipWaiting()))
  let reloading = false
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!hadController || reloading) return
    reloading = true
    whenNothingUnsaved(() => {
      noteUpdate()
      location.reload()
    })
  })
  void workbox
    .register()
    .then((registration) => registration && watchForVersions(registration))
    .catch(() => undefined)
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

/** Runs `act` now, or when the person has left what they were at. */
function whenNothingUnsaved(act: () => void) {
  if (!isUnsaved()) return act()
  const look = () => {
    if (document.visibilityState === 'visible' && isUnsaved()) return
    for (const event of MOMENTS) document.removeEventListener(event, look, true)
    act()
  }
  for (const event of MOMENTS) document.addEventListener(event, look, true)
}

const MOMENTS = ['visibilitychange', 'focusout', 'click', 'pause', 'ended'] as const

/** Something is being typed or played that a reload would take away. */
function isUnsaved(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  for (const field of fields) {
    if (field instanceof HTMLInputElement && NOT_TYPED.has(field.type)) continue
    if (field.value !== '') return true
  }
  return [...document.querySelectorAll('video, audio')].some(
    (media) => media instanceof HTMLMediaElement && !media.paused,
  )
}

const NOT_TYPED = new Set(['checkbox', 'radio', 'range', 'hidden', 'button', 'submit', 'reset', 'search'])

import { Workbox } from 'workbox-window'
import { isBusyWith, watchBusy } from '#data/busy.ts'
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
  if (!isAtWork()) return act()
  const look = () => {
    if (isAtWork()) return
    for (const event of MOMENTS) document.removeEventListener(event, look, true)
    unwatch()
    act()
  }
  for (const event of MOMENTS) document.addEventListener(event, look, true)
  const unwatch = watchBusy(look)
}

const MOMENTS = ['visibilitychange', 'focusout', 'click', 'pause', 'ended'] as const

/** What plays goes on behind the screen too; what is typed waits no longer than somebody looks (drafts are kept). */
function isAtWork(): boolean {
  if (isBusyWith('playback') || isPlaying()) return true
  return document.visibilityState === 'visible' && (isBusyWith('form') || isTyped())
}

function isPlaying(): boolean {
  return [...document.querySelectorAll('video, audio')].some(
    (media) => media instanceof HTMLMediaElement && !media.paused,
  )
}

/** Something stands in a field that a reload would take away. */
function isTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  return [...fields].some(
    (field) => field.value !== '' && !(field instanceof HTMLInputElement && NOT_TYPED.has(field.type)),
  )
}

const NOT_TYPED = new Set(['checkbox', 'radio', 'range', 'hidden', 'button', 'submit', 'reset', 'search'])

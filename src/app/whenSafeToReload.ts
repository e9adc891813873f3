import { isReloadHeldFor, watchReloadHolds } from '#data/platform/reloadGuard.ts'

/** Runs `act` now, or when the person has left what they were at. */
export function whenSafeToReload(act: () => void) {
  if (!isReloadHeld()) return act()
  const look = (event?: Event) => {
    if (isReloadHeld(event)) return
    for (const event of MOMENTS) document.removeEventListener(event, look, true)
    unwatch()
    act()
  }
  for (const event of MOMENTS) document.addEventListener(event, look, true)
  const unwatch = watchReloadHolds(() => look())
}

const MOMENTS = ['visibilitychange', 'focusout', 'click', 'pause', 'ended'] as const

/** What plays goes on behind the screen too; what is typed waits no longer than somebody looks (drafts are kept). */
function isReloadHeld(event?: Event): boolean {
  if (isReloadHeldFor('playback') || isReloadHeldFor('task') || isPlaying()) return true
  return document.visibilityState === 'visible' && (isReloadHeldFor('form') || isTyped() || isSearching(event))
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

/**
 * Somebody is in a search field, whatever stands in it so far. Left alone it is nothing that would be lost: what was searched
 * for stands in the address.
 */
function isSearching(event?: Event): boolean {
  // While the focus goes from one field to the next nothing has it.
  const at = event instanceof FocusEvent ? event.relatedTarget : document.activeElement
  return at instanceof HTMLInputElement && at.type === 'search'
}

const NOT_TYPED = new Set(['checkbox', 'radio', 'range', 'hidden', 'button', 'submit', 'reset', 'search'])

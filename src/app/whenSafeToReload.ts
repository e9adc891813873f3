import { isReloadHeldFor, watchReloadHolds } from '#data/platform/reloadGuard.ts'

/** Runs `act` now, or as soon as the user has finished what a reload would interrupt. */
export function whenSafeToReload(act: () => void) {
  if (!isReloadHeld()) return act()
  const retry = (event?: Event) => {
    if (isReloadHeld(event)) return
    for (const event of RETRY_EVENTS) document.removeEventListener(event, retry, true)
    unwatch()
    act()
  }
  for (const event of RETRY_EVENTS) document.addEventListener(event, retry, true)
  const unwatch = watchReloadHolds(() => retry())
}

const RETRY_EVENTS = ['visibilitychange', 'focusout', 'click', 'pause', 'ended'] as const

/**
 * Playback and downloads hold a reload in hidden tabs too. Typing holds it only while the tab is visible, because
 * drafts are stored.
 */
function isReloadHeld(event?: Event): boolean {
  if (isReloadHeldFor('playback') || isReloadHeldFor('task') || isPlaying()) return true
  return document.visibilityState === 'visible' && (isReloadHeldFor('form') || hasTypedText() || isSearchFocused(event))
}

function isPlaying(): boolean {
  return [...document.querySelectorAll('video, audio')].some(
    (media) => media instanceof HTMLMediaElement && !media.paused,
  )
}

/** Whether a field has content that a reload would lose. */
function hasTypedText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  return [...fields].some(
    (field) => field.value !== '' && !(field instanceof HTMLInputElement && UNTYPED_INPUTS.has(field.type)),
  )
}

/**
 * Whether the focus is in a search field, even an empty one. Without focus a search is safe: its text is in the
 * address.
 */
function isSearchFocused(event?: Event): boolean {
  // No element has the focus while it moves between fields.
  const focused = event instanceof FocusEvent ? event.relatedTarget : document.activeElement
  return focused instanceof HTMLInputElement && focused.type === 'search'
}

const UNTYPED_INPUTS = new Set(['checkbox', 'radio', 'range', 'hidden', 'button', 'submit', 'reset', 'search'])

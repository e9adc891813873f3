import { isBusyWith, watchBusy } from '#data/busy.ts'

/** Runs `act` now, or when the person has left what they were at. */
export function whenNothingUnsaved(act: () => void) {
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

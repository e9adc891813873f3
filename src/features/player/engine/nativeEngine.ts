import { ignoring } from '#data/platform/ignoring.ts'
import type { Engine, EngineOptions } from './hlsEngine.ts'
import { PLAY_ERRORS } from './playErrors.ts'
import { LONGEST_WAIT } from './retryPolicy.ts'
import { createRetryTimers } from './retryTimers.ts'
import type { Voice } from './streamState.ts'

/** `MEDIA_ERR_DECODE` of `MediaError`. */
const DECODE = 3
const FIRST_WAIT = 500

/** An audio track of `HTMLMediaElement.audioTracks` (Safari). */
interface Heard {
  label: string
  language: string
  enabled: boolean
}

/**
 * Plays a source with the browser's own engine (Safari's HLS, plain files), which selects qualities itself. After an
 * error, reloads the source at the last position.
 */
export function openNative({ video, link, store, at, onRefused }: EngineOptions): Engine {
  const patience = createRetryTimers()
  let position = at
  let plays = false
  let tries = 0
  let stopWaiting: (() => void) | undefined
  const heard = new AbortController()
  const { signal } = heard
  const on = (name: keyof HTMLMediaElementEventMap, act: () => void) => video.addEventListener(name, act, { signal })

  function give() {
    stopWaiting?.()
    video.src = link.master
    video.load()
  }
  on('loadedmetadata', () => {
    if (position > 0) video.currentTime = position
    store.set({ phase: 'open' })
    if (plays) void video.play().catch(ignoring(...PLAY_ERRORS))
  })
  /** Ignores the position 0 that an element reports before its metadata has loaded. */
  const note = () => {
    if (video.readyState > 0) position = video.currentTime
  }
  on('seeking', note)
  on('timeupdate', () => {
    note()
    if (video.error) return
    tries = 0
    store.set({ trouble: undefined, isStuck: false })
  })
  on('play', () => {
    plays = true
  })
  on('pause', () => {
    if (!video.error) plays = false
  })
  on('error', () => {
    const isBroken = video.error?.code === DECODE
    store.set({ trouble: isBroken ? 'broken' : 'offline', isStuck: isBroken })
    tries += 1
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(tries, 10))
    stopWaiting = patience.wait(wait, () => {
      // An expired link looks like a network error, so every retry renews the link first.
      link.renew().then(give, (failure: unknown) => {
        if (failure instanceof Error && failure.name === 'NoLink') onRefused(failure)
        else give()
      })
    })
  })
  const voices = voicesOf(video, signal, (all, voice) => store.set({ voices: all, voice }))
  give()

  return {
    chooseQuality: () => undefined,
    chooseVoice: voices.speak,
    retry: patience.runNow,
    skipGap() {
      position += 4
      give()
    },
    close() {
      heard.abort()
      stopWaiting?.()
      patience.close()
      video.removeAttribute('src')
      video.load()
    },
  }
}

/** Audio tracks of a natively played source. Selects the chosen track again after a reload. */
function voicesOf(
  video: HTMLVideoElement,
  signal: AbortSignal,
  tell: (all: Voice[], voice: number | undefined) => void,
) {
  const told: unknown = 'audioTracks' in video ? video.audioTracks : undefined
  const tracks = told instanceof EventTarget ? (told as ArrayLike<Heard> & EventTarget) : undefined
  const all = () => Array.from(tracks ?? [])
  let wanted: string | undefined

  function speak(voice: number) {
    wanted = all()[voice]?.label
    all().forEach((track, at) => {
      track.enabled = at === voice
    })
  }
  function heard() {
    const again = all().findIndex(({ label }) => label === wanted)
    if (all()[again]?.enabled === false) speak(again)
    const enabled = all().findIndex((track) => track.enabled)
    const named = all().map(({ label, language }, id) => ({ id, label, lang: language }))
    tell(named, enabled < 0 ? undefined : enabled)
  }
  for (const name of ['addtrack', 'removetrack', 'change']) tracks?.addEventListener(name, heard, { signal })
  return { speak }
}

import type { Engine, EngineOptions } from './hlsEngine.ts'
import { LONGEST_WAIT } from './retryPolicy.ts'
import { createRetryTimers } from './retryTimers.ts'
import type { Voice } from './streamState.ts'

/** The code of `MediaError` for bytes that are no film. */
const DECODE = 3
const FIRST_WAIT = 500

/** A voice, as browsers name it that tell of them (Safari). */
interface Heard {
  label: string
  language: string
  enabled: boolean
}

/**
 * A film that the browser plays by itself (Safari's HLS, plain files). It chooses qualities alone; when it gives up, it is
 * given the film again, at the place where it stood.
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
    if (plays) void video.play().catch(() => undefined)
  })
  /** An element that has just been given a film stands at nothing, and says so. */
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
      // A link that has run out looks like a network that is gone: a new one is never wrong.
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

/** The voices of what an element plays by itself; the one that was chosen is chosen anew when it is given the film again. */
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

import { ignoring } from '#data/platform/ignoring.ts'
import type { Engine, EngineOptions } from './hlsEngine.ts'
import { PLAY_ERRORS } from './playErrors.ts'
import { MAX_BACKOFF } from './retryPolicy.ts'
import { createRetryTimers } from './retryTimers.ts'
import type { AudioTrack } from './streamState.ts'

/** `MEDIA_ERR_DECODE` of `MediaError`. */
const DECODE = 3
const INITIAL_BACKOFF = 500

/** An audio track of `HTMLMediaElement.audioTracks` (Safari). */
interface NativeAudioTrack {
  label: string
  language: string
  enabled: boolean
}

/**
 * Plays a source with the browser's own engine (Safari's HLS, plain files), which selects qualities itself. After an
 * error, reloads the source at the last position.
 */
export function openNative({ video, link, store, at, onRefused }: EngineOptions): Engine {
  const retryTimers = createRetryTimers()
  let position = at
  let wasPlaying = false
  let attempts = 0
  let stopWaiting: (() => void) | undefined
  const listeners = new AbortController()
  const { signal } = listeners
  const on = (name: keyof HTMLMediaElementEventMap, act: () => void) => video.addEventListener(name, act, { signal })

  function load() {
    stopWaiting?.()
    video.src = link.master
    video.load()
  }
  on('loadedmetadata', () => {
    if (position > 0) video.currentTime = position
    store.set({ phase: 'open' })
    if (wasPlaying) void video.play().catch(ignoring(...PLAY_ERRORS))
  })
  /** Ignores the position 0 that an element reports before its metadata has loaded. */
  const updatePosition = () => {
    if (video.readyState > 0) position = video.currentTime
  }
  on('seeking', updatePosition)
  on('timeupdate', () => {
    updatePosition()
    if (video.error) return
    attempts = 0
    store.set({ failure: undefined, isStuck: false })
  })
  on('play', () => {
    wasPlaying = true
  })
  on('pause', () => {
    if (!video.error) wasPlaying = false
  })
  on('error', () => {
    const isBroken = video.error?.code === DECODE
    store.set({ failure: isBroken ? 'broken' : 'offline', isStuck: isBroken })
    attempts += 1
    const wait = Math.min(MAX_BACKOFF, INITIAL_BACKOFF * 2 ** Math.min(attempts, 10))
    stopWaiting = retryTimers.wait(wait, () => {
      // An expired link looks like a network error, so every retry renews the link first.
      link.renew().then(load, (failure: unknown) => {
        if (failure instanceof Error && failure.name === 'NoLink') onRefused(failure)
        else load()
      })
    })
  })
  const audioTracks = followAudioTracks(video, signal, (all, current) =>
    store.set({ audioTracks: all, audioTrack: current }),
  )
  load()

  return {
    chooseQuality: () => undefined,
    chooseAudioTrack: audioTracks.choose,
    retry: retryTimers.runNow,
    skipGap() {
      position += 4
      load()
    },
    close() {
      listeners.abort()
      stopWaiting?.()
      retryTimers.close()
      video.removeAttribute('src')
      video.load()
    },
  }
}

/** Audio tracks of a natively played source. Selects the chosen track again after a reload. */
function followAudioTracks(
  video: HTMLVideoElement,
  signal: AbortSignal,
  report: (all: AudioTrack[], enabled: number | undefined) => void,
) {
  const list: unknown = 'audioTracks' in video ? video.audioTracks : undefined
  const tracks = list instanceof EventTarget ? (list as ArrayLike<NativeAudioTrack> & EventTarget) : undefined
  const all = () => Array.from(tracks ?? [])
  let chosenLabel: string | undefined

  function choose(chosen: number) {
    chosenLabel = all()[chosen]?.label
    all().forEach((track, at) => {
      track.enabled = at === chosen
    })
  }
  function update() {
    const chosen = all().findIndex(({ label }) => label === chosenLabel)
    if (all()[chosen]?.enabled === false) choose(chosen)
    const enabled = all().findIndex((track) => track.enabled)
    const described = all().map(({ label, language }, id) => ({ id, label, lang: language }))
    report(described, enabled < 0 ? undefined : enabled)
  }
  for (const name of ['addtrack', 'removetrack', 'change']) tracks?.addEventListener(name, update, { signal })
  return { choose }
}

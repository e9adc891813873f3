import type Hls from 'hls.js'
import type { ErrorData, Level } from 'hls.js'
import type { MediaLink } from './mediaLink.ts'
import { retryingLoader } from './retryingLoader.ts'
import { createRetryTimers } from './retryTimers.ts'
import type { Quality, StreamStore } from './streamState.ts'

/** A film that is being brought to an element. Whatever happens on the way, the position stays. */
export interface Engine {
  /** A quality by its name, or `auto`. */
  chooseQuality: (quality: string) => void
  chooseVoice: (voice: number) => void
  /** Tries at once what is being waited for. */
  retry: () => void
  /** Steps over what cannot be had. */
  skipGap: () => void
  close: () => void
}

export interface EngineOptions {
  video: HTMLVideoElement
  link: MediaLink
  store: StreamStore
  /** where to begin, in seconds */
  at: number
  quality: string
  /** no better one than this by itself: what the address asks for */
  most: string | undefined
  /** Spares data: begins low and stays there unless asked. */
  frugal: boolean
  onRefused: (failure: unknown) => void
}

/** Film ahead and behind that is held in memory, in seconds. */
const AHEAD = { usual: 60, frugal: 25 }
const BEHIND = 60
/** bits per second, before anything was measured: a phone in a good minute */
const FIRST_GUESS = { usual: 900_000, frugal: 200_000 }
/** In automatic quality a frugal person gets no more lines than this. */
const FRUGAL_LINES = 480
/** A piece may take as long as it takes 100 kbit/s to bring a good one, in ms. */
const SLOWEST = 120_000
const FIRST_BYTE = 12_000
/** A decoder that fails is started anew so often within a minute. */
const RECOVERIES = 3
const MINUTE = 60_000
/** What was given up is tried again by itself after so many ms. */
const AGAIN = 15_000
/** Steps so far past the end of what is missing, in seconds. */
const PAST = 0.2
/** Given up is a piece of about this many seconds, where nobody says how long it is. */
const PIECE = 4

export function openHls(
  library: typeof Hls,
  { video, link, store, at, quality, most, frugal, onRefused }: EngineOptions,
): Engine {
  const patience = createRetryTimers()
  const way = frugal ? 'frugal' : 'usual'
  const plain = { maxTimeToFirstByteMs: FIRST_BYTE, maxLoadTimeMs: SLOWEST, timeoutRetry: null, errorRetry: null }
  const hls = new library({
    // The policy of the page allows no worker made of text; whole fragments need none.
    enableWorker: false,
    startPosition: at,
    maxBufferLength: AHEAD[way],
    maxMaxBufferLength: 2 * AHEAD[way],
    backBufferLength: BEHIND,
    abrEwmaDefaultEstimate: FIRST_GUESS[way],
    startLevel: -1,
    testBandwidth: false,
    enableWebVTT: false,
    enableIMSC1: false,
    enableCEA708Captions: false,
    renderTextTracksNatively: false,
    manifestLoadPolicy: { default: plain },
    playlistLoadPolicy: { default: plain },
    fragLoadPolicy: { default: plain },
    loader: retryingLoader(library, { link, patience, tell: (trouble) => store.set({ trouble }), onRefused }),
  })
  let gap: { start: number; end: number } | undefined
  let recoveries: number[] = []
  let stopAgain: (() => void) | undefined

  hls.on(library.Events.MANIFEST_PARSED, () => {
    store.set({
      phase: 'open',
      qualities: hls.levels.map(asQuality).toSorted((one, other) => other.height - one.height),
    })
    choose(quality)
  })
  hls.on(library.Events.LEVEL_SWITCHED, (_, { level }) => store.set({ shown: nameOf(hls.levels[level]) }))
  const voices = () => {
    const all = hls.audioTracks.map(({ id, name, lang }) => ({ id, label: name, lang: lang ?? '' }))
    store.set({ voices: all, voice: hls.audioTrack < 0 ? undefined : hls.audioTrack })
  }
  hls.on(library.Events.AUDIO_TRACKS_UPDATED, voices)
  hls.on(library.Events.AUDIO_TRACK_SWITCHED, voices)
  hls.on(library.Events.FRAG_BUFFERED, () => {
    gap = undefined
    store.set({ isStuck: false })
  })
  hls.on(library.Events.ERROR, (_, data) => data.fatal && onFatal(data))
  hls.attachMedia(video)
  hls.loadSource(link.master)

  function onFatal({ type, frag }: ErrorData) {
    if (type === library.ErrorTypes.MEDIA_ERROR && mayRecover()) {
      const resume = !video.paused
      hls.recoverMediaError()
      if (resume) void video.play().catch(() => undefined)
      return
    }
    gap = frag ? { start: frag.start, end: frag.end } : undefined
    store.set({ isStuck: true, trouble: store.get().trouble ?? 'broken' })
    stopAgain?.()
    stopAgain = patience.wait(AGAIN, goOn)
  }

  function mayRecover(): boolean {
    const now = performance.now()
    recoveries = [...recoveries.filter((one) => now - one < MINUTE), now]
    return recoveries.length <= RECOVERIES
  }

  /** After an end that the library takes for final. */
  function goOn() {
    stopAgain?.()
    if (hls.levels.length === 0) hls.loadSource(link.master)
    else if (video.error) hls.recoverMediaError()
    hls.startLoad(video.currentTime || at)
  }

  function choose(name: string) {
    const level = hls.levels.findIndex((one) => nameOf(one) === name)
    store.set({ chosen: level < 0 ? 'auto' : name })
    hls.autoLevelCapping = level < 0 ? highest(hls.levels, { most, frugal }) : -1
    // What is buffered already is played out; only what comes changes.
    if (store.get().shown === undefined) hls.currentLevel = level
    else hls.nextLevel = level
    if (store.get().isStuck) goOn()
  }

  return {
    chooseQuality: choose,
    chooseVoice(voice) {
      hls.audioTrack = voice
    },
    retry() {
      patience.runNow()
      if (store.get().isStuck) goOn()
    },
    skipGap() {
      const end = gap && gap.end > video.currentTime ? gap.end : video.currentTime + PIECE
      store.set({ isStuck: false, trouble: undefined })
      video.currentTime = Math.min(end + PAST, Math.max(0, (video.duration || end) - PAST))
      goOn()
    },
    close() {
      stopAgain?.()
      patience.close()
      hls.destroy()
    },
  }
}

function nameOf(level: Level | undefined): string | undefined {
  return level && `${level.height}p`
}

function asQuality({ height, bitrate }: Level): Quality {
  return { name: `${height}p`, height, bandwidth: bitrate }
}

/** The best level that is chosen by itself; -1 where all may be. Levels come worst first. */
function highest(levels: Level[], { most, frugal }: Pick<EngineOptions, 'most' | 'frugal'>): number {
  const asked = levels.findIndex((level) => nameOf(level) === most)
  if (!frugal) return asked
  const cheap = Math.max(0, levels.filter(({ height }) => height <= FRUGAL_LINES).length - 1)
  return asked < 0 ? cheap : Math.min(asked, cheap)
}

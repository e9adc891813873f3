import type Hls from 'hls.js'
import type { ErrorData, Level } from 'hls.js'
import { ignoring } from '#data/platform/ignoring.ts'
import type { MediaLink } from './mediaLink.ts'
import { PLAY_ERRORS } from './playErrors.ts'
import { retryingLoader } from './retryingLoader.ts'
import { createRetryTimers } from './retryTimers.ts'
import type { Quality, StreamStore } from './streamState.ts'

/** A video source attached to an element. Errors never change the playback position. */
export interface Engine {
  /** Selects a quality by name, or `auto`. */
  chooseQuality: (quality: string) => void
  chooseAudioTrack: (voice: number) => void
  /** Retries pending requests immediately. */
  retry: () => void
  /** Skips a segment that cannot be loaded. */
  skipGap: () => void
  close: () => void
}

export interface EngineOptions {
  video: HTMLVideoElement
  link: MediaLink
  store: StreamStore
  /** start position in seconds */
  at: number
  quality: string
  /** maximum of the automatic quality, from the address */
  maxQuality: string | undefined
  /** Data saver: starts with a low quality and caps the automatic one. */
  isDataSaverOn: boolean
  onRefused: (failure: unknown) => void
}

/** Buffer length ahead of and behind the position, in seconds. */
const BUFFER_AHEAD = { usual: 60, frugal: 25 }
const BUFFER_BEHIND = 60
/** Initial bandwidth estimate in bits per second: a phone with good reception. */
const INITIAL_BANDWIDTH = { usual: 900_000, frugal: 200_000 }
/** Height limit of the automatic quality with the data saver on. */
const DATA_SAVER_HEIGHT = 480
/** Segment timeout in ms: enough for a high-quality segment at 100 kbit/s. */
const SEGMENT_TIMEOUT = 120_000
const FIRST_BYTE_TIMEOUT = 12_000
/** Maximum decoder recoveries per minute. */
const MAX_RECOVERIES = 3
const MINUTE = 60_000
/** Delay before abandoned segments are retried, in ms. */
const RETRY_DELAY = 15_000
/** Distance to seek past the end of a gap, in seconds. */
const GAP_MARGIN = 0.2
/** Assumed segment duration in seconds when the playlist does not state one. */
const DEFAULT_SEGMENT_DURATION = 4

export function openHls(
  library: typeof Hls,
  { video, link, store, at, quality, maxQuality, isDataSaverOn, onRefused }: EngineOptions,
): Engine {
  const retryTimers = createRetryTimers()
  const mode = isDataSaverOn ? 'frugal' : 'usual'
  const loadPolicy = {
    maxTimeToFirstByteMs: FIRST_BYTE_TIMEOUT,
    maxLoadTimeMs: SEGMENT_TIMEOUT,
    timeoutRetry: null,
    errorRetry: null,
  }
  const hls = new library({
    // The content security policy forbids blob workers, and fragmented MP4 needs no transmuxing worker.
    enableWorker: false,
    startPosition: at,
    maxBufferLength: BUFFER_AHEAD[mode],
    maxMaxBufferLength: 2 * BUFFER_AHEAD[mode],
    backBufferLength: BUFFER_BEHIND,
    abrEwmaDefaultEstimate: INITIAL_BANDWIDTH[mode],
    startLevel: -1,
    testBandwidth: false,
    enableWebVTT: false,
    enableIMSC1: false,
    enableCEA708Captions: false,
    renderTextTracksNatively: false,
    manifestLoadPolicy: { default: loadPolicy },
    playlistLoadPolicy: { default: loadPolicy },
    fragLoadPolicy: { default: loadPolicy },
    loader: retryingLoader(library, {
      link,
      retryTimers: retryTimers,
      reportFailure: (trouble) => store.set({ failure: trouble }),
      onRefused,
    }),
  })
  let gap: { start: number; end: number } | undefined
  let recoveries: number[] = []
  let cancelRetry: (() => void) | undefined

  hls.on(library.Events.MANIFEST_PARSED, () => {
    store.set({
      phase: 'open',
      qualities: hls.levels.map(asQuality).toSorted((one, other) => other.height - one.height),
    })
    choose(quality)
  })
  hls.on(library.Events.LEVEL_SWITCHED, (_, { level }) => store.set({ shown: nameOf(hls.levels[level]) }))
  const reportAudioTracks = () => {
    const all = hls.audioTracks.map(({ id, name, lang }) => ({ id, label: name, lang: lang ?? '' }))
    store.set({ audioTracks: all, audioTrack: hls.audioTrack < 0 ? undefined : hls.audioTrack })
  }
  hls.on(library.Events.AUDIO_TRACKS_UPDATED, reportAudioTracks)
  hls.on(library.Events.AUDIO_TRACK_SWITCHED, reportAudioTracks)
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
      if (resume) void video.play().catch(ignoring(...PLAY_ERRORS))
      return
    }
    gap = frag ? { start: frag.start, end: frag.end } : undefined
    store.set({ isStuck: true, failure: store.get().failure ?? 'broken' })
    cancelRetry?.()
    cancelRetry = retryTimers.wait(RETRY_DELAY, restartLoading)
  }

  function mayRecover(): boolean {
    const now = performance.now()
    recoveries = [...recoveries.filter((one) => now - one < MINUTE), now]
    return recoveries.length <= MAX_RECOVERIES
  }

  /** Restarts loading after an error that hls.js treats as final. */
  function restartLoading() {
    cancelRetry?.()
    if (hls.levels.length === 0) hls.loadSource(link.master)
    else if (video.error) hls.recoverMediaError()
    hls.startLoad(video.currentTime || at)
  }

  function choose(name: string) {
    const level = hls.levels.findIndex((one) => nameOf(one) === name)
    store.set({ chosen: level < 0 ? 'auto' : name })
    hls.autoLevelCapping = level < 0 ? maxLevelIndex(hls.levels, { maxQuality, isDataSaverOn }) : -1
    // `nextLevel` plays out the buffer and switches afterwards.
    if (store.get().shown === undefined) hls.currentLevel = level
    else hls.nextLevel = level
    if (store.get().isStuck) restartLoading()
  }

  return {
    chooseQuality: choose,
    chooseAudioTrack(voice) {
      hls.audioTrack = voice
    },
    retry() {
      retryTimers.runNow()
      if (store.get().isStuck) restartLoading()
    },
    skipGap() {
      const end = gap && gap.end > video.currentTime ? gap.end : video.currentTime + DEFAULT_SEGMENT_DURATION
      store.set({ isStuck: false, failure: undefined })
      video.currentTime = Math.min(end + GAP_MARGIN, Math.max(0, (video.duration || end) - GAP_MARGIN))
      restartLoading()
    },
    close() {
      cancelRetry?.()
      retryTimers.close()
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

/** Index of the best level for automatic selection, -1 for no limit. Levels are sorted worst first. */
function maxLevelIndex(
  levels: Level[],
  { maxQuality, isDataSaverOn }: Pick<EngineOptions, 'maxQuality' | 'isDataSaverOn'>,
): number {
  const asked = levels.findIndex((level) => nameOf(level) === maxQuality)
  if (!isDataSaverOn) return asked
  const cheap = Math.max(0, levels.filter(({ height }) => height <= DATA_SAVER_HEIGHT).length - 1)
  return asked < 0 ? cheap : Math.min(asked, cheap)
}

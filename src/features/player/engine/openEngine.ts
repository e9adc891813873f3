import { loadHls } from '#data/areas/playerCode.ts'
import { type Engine, type EngineOptions, openHls } from './hlsEngine.ts'
import { openNative } from './nativeEngine.ts'

const HLS = 'application/vnd.apple.mpegurl'

/**
 * Safari's own HLS uses less battery and allows no script alternative on phones. Chromium plays HLS natively too, but
 * without quality and audio selection and without retries, so hls.js is used there. `isDownloaded`: served by the
 * service worker, which Safari's engine does not always ask.
 */
function playsNatively(video: HTMLVideoElement, { isDownloaded = false } = {}): boolean {
  if (!hasMediaSource()) return true
  const isSafari = 'audioTracks' in video && video.canPlayType(HLS) !== ''
  return isSafari && !isDownloaded
}

/** Returns whether Media Source Extensions are available. */
function hasMediaSource(): boolean {
  return 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis
}

/** Attaches a source to an element. Rejects when the engine's chunk fails to load. */
export async function openEngine(opening: EngineOptions & { isDownloaded: boolean }): Promise<Engine> {
  if (playsNatively(opening.video, opening)) return openNative(opening)
  return openHls(await loadHls(), opening)
}

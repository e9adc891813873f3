import { loadHls } from '#data/areas/playerCode.ts'
import { type Engine, type EngineOptions, openHls } from './hlsEngine.ts'
import { openNative } from './nativeEngine.ts'

const HLS = 'application/vnd.apple.mpegurl'

/**
 * Safari plays HLS well and lets nobody else near the battery. Chromium plays it too by now, but leaves the person neither
 * quality nor voice, and ends at the first lost connection: there hls.js does it, as wherever nothing else can. `isDownloaded`: from
 * this device, by the worker, which Safari's own player does not always ask.
 */
function playsItself(video: HTMLVideoElement, { isDownloaded = false } = {}): boolean {
  if (!canBuild()) return true
  const isSafari = 'audioTracks' in video && video.canPlayType(HLS) !== ''
  return isSafari && !isDownloaded
}

/** Whether scripts may hand an element its film piece by piece. */
function canBuild(): boolean {
  return 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis
}

/** Brings a film to an element. Rejects when the part that does so does not come. */
export async function openEngine(opening: EngineOptions & { isDownloaded: boolean }): Promise<Engine> {
  if (playsItself(opening.video, opening)) return openNative(opening)
  return openHls(await loadHls(), opening)
}

import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentDownloads, type ShownDownload, watchDownloads } from '#data/downloads/downloadStore.ts'
import { canDetectWifi, watchNetwork, wifiState } from '#data/downloads/wifiOnly.ts'
import { useLive } from './useLive.ts'

/** Returns the user's downloads, newest first; `guest` when signed out, undefined until loaded. */
export function useDownloads(): ShownDownload[] | 'guest' | undefined {
  return useSyncExternalStore(watchDownloads, currentDownloads, notLoaded)
}

const notLoaded = () => undefined

/** A file, or without `fileId` any file of a film or episode. */
export interface Downloadable {
  titleId: number
  episodeId: number | null
  fileId?: number | undefined
}

/** Returns one download, null if there is none. Prefers a complete one if several files of the video were added. */
export function useDownload(target: Downloadable): ShownDownload | null | undefined {
  return useSyncExternalStore(watchDownloads, () => oneOf(currentDownloads(), target), notLoaded)
}

function oneOf(videos: ReturnType<typeof currentDownloads>, { titleId, episodeId, fileId }: Downloadable) {
  if (videos === undefined) return undefined
  const matches = (video: ShownDownload) =>
    fileId === undefined ? video.title.id === titleId && video.episodeId === episodeId : video.fileId === fileId
  const found = videos === 'guest' ? [] : videos.filter(matches)
  return found.find(({ state }) => state === 'kept') ?? found[0] ?? null
}

/**
 * Returns the Wi-Fi setting and whether downloads wait for Wi-Fi; undefined if the browser does not report the network
 * type.
 */
export function useWifiOnly(): { isOnly: boolean; waits: boolean } | undefined {
  const [networkChanges, setNetworkChanges] = useState(0)
  useEffect(() => watchNetwork(() => setNetworkChanges((count) => count + 1)), [])
  const found = useLive(async () => wifiState(), [networkChanges], NOT_LIMITED)
  return canDetectWifi() ? found : undefined
}

const NOT_LIMITED = { isOnly: false, waits: false }

/** Videos that play from this device now. */
export interface OfflinePlayback {
  /** Any file of the film or episode counts. */
  plays(target: { titleId: number; episodeId?: number | null }): boolean
}

export function useOfflinePlayback(): OfflinePlayback | undefined {
  const videos = useDownloads()
  if (videos === undefined) return undefined
  const playable = videos === 'guest' ? [] : videos.filter(({ refusal }) => refusal === undefined)
  return {
    plays: ({ titleId, episodeId = null }) =>
      playable.some(({ title, episodeId: kept }) => title.id === titleId && (kept === null || kept === episodeId)),
  }
}

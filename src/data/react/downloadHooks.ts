import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentDownloads, type ShownDownload, watchDownloads } from '#data/downloads/downloadStore.ts'
import { canDetectWifi, watchNetwork, wifiState } from '#data/downloads/wifiOnly.ts'
import { useLive } from './useLive.ts'

/** Returns the user's downloads, newest first; `guest` when signed out, undefined until loaded. */
export function useDownloads(): ShownDownload[] | 'guest' | undefined {
  return useSyncExternalStore(watchDownloads, currentDownloads, unknown)
}

const unknown = () => undefined

/** A file, or without `fileId` any file of a film or episode. */
export interface Downloadable {
  titleId: number
  episodeId: number | null
  fileId?: number | undefined
}

/** Returns one download, null if there is none. Prefers a complete one if several files of the video were added. */
export function useDownload(thing: Downloadable): ShownDownload | null | undefined {
  return useSyncExternalStore(watchDownloads, () => oneOf(currentDownloads(), thing), unknown)
}

function oneOf(videos: ReturnType<typeof currentDownloads>, { titleId, episodeId, fileId }: Downloadable) {
  if (videos === undefined) return undefined
  const isIt = (video: ShownDownload) =>
    fileId === undefined ? video.title.id === titleId && video.episodeId === episodeId : video.fileId === fileId
  const some = videos === 'guest' ? [] : videos.filter(isIt)
  return some.find(({ state }) => state === 'kept') ?? some[0] ?? null
}

/**
 * Returns the Wi-Fi setting and whether downloads wait for Wi-Fi; undefined if the browser does not report the network
 * type.
 */
export function useWifiOnly(): { isOnly: boolean; waits: boolean } | undefined {
  const [turn, setTurn] = useState(0)
  useEffect(() => watchNetwork(() => setTurn((count) => count + 1)), [])
  const found = useLive(async () => wifiState(), [turn], NO_WISH)
  return canDetectWifi() ? found : undefined
}

const NO_WISH = { isOnly: false, waits: false }

/** Videos that play from this device now. */
export interface OfflinePlayback {
  /** Any file of the film or episode counts. */
  plays(thing: { titleId: number; episodeId?: number | null }): boolean
}

export function useOfflinePlayback(): OfflinePlayback | undefined {
  const videos = useDownloads()
  if (videos === undefined) return undefined
  const here = videos === 'guest' ? [] : videos.filter(({ refusal }) => refusal === undefined)
  return {
    plays: ({ titleId, episodeId = null }) =>
      here.some(({ title, episodeId: kept }) => title.id === titleId && (kept === null || kept === episodeId)),
  }
}

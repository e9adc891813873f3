import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentDownloads, type ShownDownload, watchDownloads } from '#data/downloads/downloadStore.ts'
import { canDetectWifi, watchNetwork, wifiState } from '#data/downloads/wifiOnly.ts'
import { useLive } from './useLive.ts'

/** All that the person wants on this device, the last wish first; `guest` when nobody is signed in, nothing for the first moment. */
export function useDownloads(): ShownDownload[] | 'guest' | undefined {
  return useSyncExternalStore(watchDownloads, currentDownloads, unknown)
}

const unknown = () => undefined

/** What can be kept: a file, or, without one, the film or the episode, by whatever file. */
export interface Downloadable {
  titleId: number
  episodeId: number | null
  fileId?: number | undefined
}

/** One of these; null when it is not wanted here. Of several files of one thing the one that is furthest. */
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

/** Whether films come over Wi-Fi alone here, and wait for it now; nothing where the browser does not tell one from the other. */
export function useWifiOnly(): { isOnly: boolean; waits: boolean } | undefined {
  const [turn, setTurn] = useState(0)
  useEffect(() => watchNetwork(() => setTurn((count) => count + 1)), [])
  const found = useLive(async () => wifiState(), [turn], NO_WISH)
  return canDetectWifi() ? found : undefined
}

const NO_WISH = { isOnly: false, waits: false }

/** What plays from this device now. */
export interface OfflinePlayback {
  /** Of an episode any file is as good as another; so it is of a film. */
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

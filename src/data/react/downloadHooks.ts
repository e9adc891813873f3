import { useEffect, useReducer, useRef } from 'react'
import { reuseUnchanged, type ShownDownload, shownDownload, shownDownloads } from '#data/downloads/shownDownloads.ts'
import { useLive } from './useLive.ts'

/** Interval of the check for expired permissions, in ms. */
const EXPIRY_CHECK_INTERVAL = 30_000

/** Returns the user's downloads, newest first; `guest` when signed out, undefined until loaded. */
export function useDownloads(): ShownDownload[] | 'guest' | undefined {
  const previous = useRef<ShownDownload[]>([])
  const read = async () => {
    const found = await shownDownloads()
    if (found === 'guest') return found
    previous.current = reuseUnchanged(previous.current, found)
    return previous.current
  }
  return useLive<ShownDownload[] | 'guest'>(read, [useExpiryChecks()], [])
}

/** A file, or without `fileId` any file of a film or episode. */
export interface Downloadable {
  titleId: number
  episodeId: number | null
  fileId?: number | undefined
}

/** Returns one download, null if there is none. Prefers a complete one if several files of the video were added. */
export function useDownload(target: Downloadable): ShownDownload | null | undefined {
  const { titleId, episodeId, fileId } = target
  const read = async () => (fileId === undefined ? findDownload(target) : shownDownload(fileId))
  const found = useLive<ShownDownload | null>(read, [titleId, episodeId, fileId, useExpiryChecks()], null)
  // After a change of `target`, the live query still returns the previous one until it has read.
  return found && !matches(found, target) ? undefined : found
}

async function findDownload(target: Downloadable): Promise<ShownDownload | null> {
  const downloads = await shownDownloads()
  const found = downloads === 'guest' ? [] : downloads.filter((download) => matches(download, target))
  return found.find(({ state }) => state === 'kept') ?? found[0] ?? null
}

function matches(download: ShownDownload, { titleId, episodeId, fileId }: Downloadable): boolean {
  if (fileId !== undefined) return download.fileId === fileId
  return download.title.id === titleId && download.episodeId === episodeId
}

/** Counts the intervals since mount. As a dependency of a live query, it finds permissions that expire meanwhile. */
function useExpiryChecks(): number {
  const [checks, check] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(check, EXPIRY_CHECK_INTERVAL)
    return () => clearInterval(timer)
  }, [])
  return checks
}

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
      playable.some(
        ({ title, episodeId: downloadedEpisode }) =>
          title.id === titleId && (downloadedEpisode === null || downloadedEpisode === episodeId),
      ),
  }
}

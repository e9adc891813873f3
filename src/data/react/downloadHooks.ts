import { useEffect, useReducer, useRef } from 'react'
import type { DownloadRule } from '#data/database/downloadRows.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { type Conditions, downloadConditions, watchConditions } from '#data/downloads/conditions.ts'
import { downloadLimit } from '#data/downloads/downloadLimit.ts'
import { type RuleState, ruleStates, seriesRule } from '#data/downloads/seriesRules.ts'
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

/** Returns the settings about when downloads run, and what they wait for; undefined until loaded. */
export function useDownloadConditions(): Conditions | undefined {
  const [changes, countChange] = useReducer((count: number) => count + 1, 0)
  useEffect(() => watchConditions(countChange), [])
  return useLive(downloadConditions, [changes], NOT_LIMITED)
}

const NOT_LIMITED: Conditions = { wifi: undefined, charging: undefined, waitsFor: undefined }

/** Returns the user's limit for downloads in bytes, 0 for none; undefined until loaded. */
export function useDownloadLimit(): number | undefined {
  return useLive(async () => (await downloadLimit()) ?? 0, [], 0)
}

/** Returns the rules of series with their state; undefined until loaded. */
export function useSeriesRules(): RuleState[] | undefined {
  const read = async () => {
    const database = await personalDatabaseIfSignedIn()
    return database ? ruleStates(database) : []
  }
  return useLive<RuleState[]>(read, [], [])
}

/** Returns the rule of one series; null if there is none, undefined until loaded. */
export function useSeriesRule(titleId: number): DownloadRule | null | undefined {
  return useLive<DownloadRule | null>(async () => (await seriesRule(titleId)) ?? null, [titleId], null)
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

import type { Stream } from '#contract/files.ts'
import { type Watch, watchKey } from '#contract/watch.ts'
import {
  type Download,
  type DownloadProblem,
  type DownloadTarget,
  MASTER_PLAYLIST,
  THUMBNAIL_LIST,
} from '#data/database/downloadRows.ts'
import { durableWrite } from '#data/database/durableWrite.ts'
import { type PersonalDatabase, personalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { segmentPath } from '#data/database/segmentCache.ts'
import { requestPersistence } from '#data/database/storageQuota.ts'
import { abortBackgroundFetches } from '#data/platform/backgroundFetch.ts'
import { clock } from '#data/platform/clock.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { newDownload, removeDownload } from './downloadRow.ts'
import { serverNow, storeServerTime } from './serverTime.ts'

/** Why a download does not play: the problem in its row, an expired permission, or it is incomplete. */
export type PlaybackRefusal = DownloadProblem | 'expired' | 'fetching'

/** Local playback data of a download, or why it does not play. */
export type LocalSource =
  | { playable: true; watch: Watch; quality: string; until: number }
  | { playable: false; why: PlaybackRefusal; message: string | undefined; watch: Watch | undefined }

/**
 * Adds a film or an episode to the downloads; resolves once stored, with or without a network. Continues an existing
 * download of the same quality and restarts it for another one. Throws `SignedOut` and `NotStored`.
 */
export async function addDownload(file: DownloadTarget): Promise<void> {
  const database = await personalDatabase()
  void requestPersistence()
  await durableWrite(database, () =>
    database.transaction('rw', database.keptVideos, async () => {
      const row = await database.keptVideos.get(file.fileId)
      const canContinue = row && row.quality === file.quality && row.state !== 'leaving' && !row.outdated
      if (canContinue && row.state === 'kept') return
      await database.keptVideos.put(canContinue ? { ...row, ...RETRY } : newDownload(file))
    }),
  )
}

const RETRY = { state: 'wanted', why: undefined, message: undefined, attempts: 0, nextAt: 0 } as const

/** Stops fetching until the user resumes the download. */
export async function pauseDownload(fileId: number): Promise<void> {
  await updateRow(fileId, ({ state }) => (state === 'wanted' ? { state: 'paused', background: undefined } : undefined))
  await abortBackgroundFetches((await personalDatabase()).userId, fileId).catch(ignoring(...STORAGE_ERRORS))
}

/** Continues a paused, stopped or delayed download. */
export async function resumeDownload(fileId: number): Promise<void> {
  await updateRow(fileId, ({ state }) => (state === 'kept' || state === 'leaving' ? undefined : RETRY))
}

/** Replaces the download with the server's newer version. */
export async function updateDownload(fileId: number): Promise<void> {
  const database = await personalDatabase()
  const row = await database.keptVideos.get(fileId)
  if (row) await addDownload(row)
}

/** Deletes a download and its segments. */
export async function deleteDownload(fileId: number): Promise<void> {
  const database = await personalDatabase()
  await removeDownload(database, { fileId })
  await abortBackgroundFetches(database.userId, fileId).catch(ignoring(...STORAGE_ERRORS))
  // Retry downloads that found no space.
  await durableWrite(database, () =>
    database.keptVideos
      .where('state')
      .equals('stopped')
      .and(({ why }) => why === 'full')
      .modify(RETRY),
  )
}

export async function clearDownloads(): Promise<void> {
  const database = await personalDatabase()
  // Mark all rows first, so that the next start completes an interrupted deletion.
  await durableWrite(database, () => database.keptVideos.toCollection().modify({ state: 'leaving' }))
  for (const row of await database.keptVideos.toArray()) await removeDownload(database, row)
  await abortBackgroundFetches(database.userId).catch(ignoring(...STORAGE_ERRORS))
}

/** Sums the size of all downloads, in bytes. */
export async function downloadsSize(): Promise<number> {
  const database = await personalDatabaseIfSignedIn()
  const rows = (await database?.keptVideos.toArray()) ?? []
  return rows.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Returns the user's downloads, newest first; undefined for guests. */
export async function listDownloads(): Promise<Download[] | undefined> {
  const database = await personalDatabaseIfSignedIn()
  const rows = await database?.keptVideos.toArray()
  return rows?.filter(({ state }) => state !== 'leaving').toSorted((one, other) => other.createdAt - one.createdAt)
}

/** Returns why a download does not play at `now` (`serverNow()`); undefined if it plays. */
export function playbackRefusal({ state, why, until }: Download, now: number): PlaybackRefusal | undefined {
  if (why !== undefined) return why
  if (state !== 'kept') return 'fetching'
  return now >= until ? 'expired' : undefined
}

/**
 * Finds a download for an address of the player: `watchKey` plus a file, an episode or a title. Undefined if the user
 * has none. Prefers the exact file, then the best playable quality.
 */
export async function localSource(imdb: string, id: number): Promise<LocalSource | undefined> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return undefined
  const rows = (await database.keptVideos.toArray()).filter((row) => matchesAddress(row, imdb, id))
  if (rows.length === 0) return undefined
  await storeServerTime(database)
  const now = await serverNow(database)
  const isPlayable = (row: Download) => row.watch !== undefined && playbackRefusal(row, now) === undefined
  const exact = rows.filter(({ fileId }) => fileId === id)
  const best = exact.find(isPlayable) ?? rows.toSorted((one, other) => other.quality - one.quality).find(isPlayable)
  const row = best ?? exact[0] ?? rows[0]
  if (!row) return undefined
  const watch = best ? await localWatch(database, best) : undefined
  if (best && watch) return { playable: true, watch, quality: qualityName(best), until: best.until }
  return { playable: false, why: playbackRefusal(row, now) ?? 'broken', message: row.message, watch: row.watch }
}

/** Whether an address means this row, by file, episode or title. Offline, another file of the same video will do. */
function matchesAddress(row: Download, imdb: string, id: number): boolean {
  if (row.state === 'leaving' || watchKey(row.title) !== imdb) return false
  if (row.fileId === id || row.watch?.fileId === id) return true
  if (row.episodeId !== null) return row.episodeId === id
  // A film is one video, whichever of its files was downloaded.
  return true
}

function qualityName({ quality }: Pick<Download, 'quality'>): string {
  return `${quality}p`
}

async function localWatch(database: PersonalDatabase, row: Download): Promise<Watch | undefined> {
  const plan = await database.keptPlans.get(row.run)
  if (!row.watch || !plan) return undefined
  const localUrl = (name: string) => new URL(segmentPath(row.fileId, name), location.href).href
  const until = new Date(row.until).toISOString()
  const stream: Stream = {
    master: localUrl(MASTER_PLAYLIST),
    expiresAt: until,
    now: new Date(await serverNow(database)).toISOString(),
    keepUntil: until,
    version: row.version ?? '',
    durationSeconds: plan.durationSeconds,
    qualities: [],
    audios: [],
    subtitles: plan.subtitles.map(({ lang, label, name }) => ({ lang, label, url: localUrl(name) })),
    thumbnails: plan.hasThumbnails ? localUrl(THUMBNAIL_LIST) : null,
  }
  // A download has one quality, which is not the file's: no notice that the file's own is missing.
  return { ...row.watch, quality: null, stream, needs: null }
}

async function updateRow(fileId: number, next: (row: Download) => Partial<Download> | undefined): Promise<void> {
  const database = await personalDatabase()
  await durableWrite(database, () =>
    database.transaction('rw', database.keptVideos, async () => {
      const row = await database.keptVideos.get(fileId)
      const changes = row && next(row)
      if (changes) await database.keptVideos.update(fileId, changes)
    }),
  )
}

/** Clears the backoff: the network is back, or the user asked to retry. */
export async function clearDownloadBackoff({ keptVideos }: PersonalDatabase): Promise<void> {
  const now = clock.now()
  await keptVideos
    .where('state')
    .equals('wanted')
    .and(({ nextAt }) => nextAt > now)
    .modify({ nextAt: 0 })
}

import type { Stream } from '#contract/files.ts'
import { type Watch, watchKey } from '#contract/watch.ts'
import { device } from '#data/database/device.ts'
import { type Download, type DownloadTarget, MASTER_PLAYLIST, THUMBNAIL_LIST } from '#data/database/downloadRows.ts'
import { durableWrite } from '#data/database/durableWrite.ts'
import { type PersonalDatabase, personalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { segmentPath } from '#data/database/segmentCache.ts'
import { requestPersistence } from '#data/database/storageQuota.ts'
import { abortBackgroundFetches } from '#data/platform/backgroundFetch.ts'
import { clock } from '#data/platform/clock.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { storeDownloadLimit } from './downloadLimit.ts'
import { newLastDownload } from './downloadQueue.ts'
import { RETRY, removeDownload, retryStoppedForSpace } from './downloadRow.ts'
import { type PlaybackRefusal, playbackRefusal } from './playbackRefusal.ts'
import { serverNow, storeServerTime } from './serverTime.ts'

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
      const rows = await database.keptVideos.toArray()
      const row = rows.find(({ fileId }) => fileId === file.fileId)
      const canContinue = row && row.quality === file.quality && row.state !== 'leaving' && !row.outdated
      if (canContinue && row.state === 'kept') await database.keptVideos.put({ ...row, ...BY_USER })
      else await database.keptVideos.put(canContinue ? { ...row, ...RETRY, ...BY_USER } : newLastDownload(file, rows))
    }),
  )
}

/**
 * Adds many episodes in this order, all or none. Episodes that have a download keep it, in whatever quality, and the user's
 * request makes it their own. Throws `SignedOut` and `NotStored`.
 */
export async function addEpisodes(targets: readonly DownloadTarget[]): Promise<void> {
  const database = await personalDatabase()
  void requestPersistence()
  await durableWrite(database, () =>
    database.transaction('rw', database.keptVideos, async () => {
      const rows = (await database.keptVideos.toArray()).filter(({ state }) => state !== 'leaving')
      for (const target of targets) {
        const row = rows.find(({ title, episodeId }) => title.id === target.title.id && episodeId === target.episodeId)
        const next = row ? { ...row, ...BY_USER } : newLastDownload(target, rows)
        if (!row) rows.push(next)
        await database.keptVideos.put(next)
      }
    }),
  )
}

/** The user asked for it: no rule removes it. */
const BY_USER = { isAutomatic: undefined, watchedSince: undefined } as const

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

/** Deletes a download and its segments. A rule does not download the episode again. */
export async function deleteDownload(fileId: number): Promise<void> {
  const database = await personalDatabase()
  const deleted = await durableWrite(database, () =>
    database.transaction('rw', database.keptVideos, database.downloadRules, async () => {
      const row = await database.keptVideos.get(fileId)
      const rule = row && (await database.downloadRules.get(row.title.id))
      if (rule && row.episodeId !== null)
        await database.downloadRules.put({ ...rule, skipped: [...new Set([...rule.skipped, row.episodeId])] })
      // The next start completes an interrupted deletion.
      await database.keptVideos.update(fileId, { state: 'leaving' })
      return row
    }),
  )
  if (deleted) await removeDownload(database, deleted)
  await abortBackgroundFetches(database.userId, fileId).catch(ignoring(...STORAGE_ERRORS))
}

/**
 * Sets the limit for all downloads on this device, in bytes; undefined: none. If the tab dies between the two databases, the next
 * pass continues the downloads (`retryWithinLimit`). Throws `SignedOut` and `NotStored`.
 */
export async function setDownloadLimit(bytes: number | undefined): Promise<void> {
  const database = await personalDatabase()
  await durableWrite(await device(), () => storeDownloadLimit(bytes))
  await durableWrite(database, () => retryStoppedForSpace(database))
}

/** Deletes all downloads and ends the rules that would download again. */
export async function clearDownloads(): Promise<void> {
  const database = await personalDatabase()
  // Mark all rows first, so that the next start completes an interrupted deletion.
  const deleted = await durableWrite(database, () =>
    database.transaction('rw', database.keptVideos, database.downloadRules, async () => {
      await database.downloadRules.clear()
      await database.keptVideos.toCollection().modify({ state: 'leaving' })
      return database.keptVideos.toArray()
    }),
  )
  for (const row of deleted) await removeDownload(database, row)
  await abortBackgroundFetches(database.userId).catch(ignoring(...STORAGE_ERRORS))
}

/** Sums the size of all downloads, in bytes. */
export async function downloadsSize(): Promise<number> {
  const database = await personalDatabaseIfSignedIn()
  const rows = (await database?.keptVideos.toArray()) ?? []
  return rows.reduce((sum, { bytes }) => sum + bytes, 0)
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
    chapters: plan.chapters ?? [],
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

import { DOWNLOAD_CACHE_PREFIX } from '#data/platform/cacheNames.ts'
import { lazyDatabases } from './lazy.ts'
import type { PersonalDatabase } from './personal.ts'
import { personalDatabaseName } from './personalName.ts'

/**
 * Segments of downloads are stored in Cache Storage, one cache per run. A response is stored whole or not at all,
 * survives a crash, and can be served without a copy in memory. Gigabytes in the user's database would expose the
 * outbox to every problem of a full disk.
 */

interface DownloadRun {
  userId: number
  fileId: number
  run: string
}

/** Path prefix that the worker serves. The names are the same for every run of a file, since only one run is played. */
export const DOWNLOAD_PATH = '/kept/'
export function segmentPath(fileId: number, name: string): string {
  return `${DOWNLOAD_PATH}${fileId}/${name}`
}

/** Names a run's cache and its background fetch. */
export function runCacheName({ userId, fileId, run }: DownloadRun): string {
  return `${DOWNLOAD_CACHE_PREFIX}${userId}-${fileId}-${run}`
}

/** Cache Storage is missing on pages without TLS and in some private windows. */
export function hasCacheStorage(): boolean {
  return typeof caches !== 'undefined'
}

/** Stores a segment; committed once it resolves. Throws `QuotaExceededError` on a full device. */
export async function putSegment(
  run: DownloadRun,
  name: string,
  body: BodyInit,
  type: string,
  size: number,
): Promise<void> {
  const cache = await caches.open(runCacheName(run))
  const headers = { 'Content-Type': type, 'Content-Length': String(size) }
  await cache.put(segmentPath(run.fileId, name), new Response(body, { headers }))
}

export async function readSegment(run: DownloadRun, name: string): Promise<Response | undefined> {
  if (!hasCacheStorage()) return undefined
  return caches.match(segmentPath(run.fileId, name), { cacheName: runCacheName(run) })
}

/** Returns the names of the stored segments. */
export async function segmentNames(run: DownloadRun): Promise<Set<string>> {
  const cache = await caches.open(runCacheName(run))
  const start = segmentPath(run.fileId, '')
  return new Set((await cache.keys()).map(({ url }) => new URL(url).pathname.slice(start.length)))
}

/** Returns the total size of those of the named segments that are stored, in bytes. */
export async function segmentBytes(run: DownloadRun, names: string[]): Promise<number> {
  const cache = await caches.open(runCacheName(run))
  const pieces = await Promise.all(names.map((name) => cache.match(segmentPath(run.fileId, name))))
  return pieces.reduce((sum, piece) => sum + Number(piece?.headers.get('Content-Length') ?? 0), 0)
}

export async function deleteSegments(run: DownloadRun): Promise<void> {
  if (hasCacheStorage()) await caches.delete(runCacheName(run))
}

/**
 * Deletes caches without a row, left by a page that died or by a user who signed out. Caches of other users with a
 * database on this device stay.
 */
export async function deleteOrphanedSegments(database: PersonalDatabase | undefined): Promise<void> {
  if (!hasCacheStorage() || (await caches.keys()).every((name) => !name.startsWith(DOWNLOAD_CACHE_PREFIX))) return
  const { Dexie } = await lazyDatabases()
  const here = new Set(await Dexie.getDatabaseNames())
  const rows = (await database?.keptVideos.toArray()) ?? []
  const userId = database?.userId ?? 0
  const runs = new Set(rows.map(({ fileId, run }) => runCacheName({ userId, fileId, run })))
  await deleteCaches((name) => {
    const owner = Number(/^\d+/.exec(name.slice(DOWNLOAD_CACHE_PREFIX.length))?.[0])
    return owner === userId ? !runs.has(name) : !here.has(personalDatabaseName(owner))
  })
}

async function deleteCaches(isGone: (name: string) => boolean): Promise<void> {
  if (!hasCacheStorage()) return
  const names = (await caches.keys()).filter((name) => name.startsWith(DOWNLOAD_CACHE_PREFIX) && isGone(name))
  await Promise.all(names.map((name) => caches.delete(name)))
}

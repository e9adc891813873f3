import { DOWNLOAD_CACHE_PREFIX } from '#data/platform/cacheNames.ts'
import { lazyDatabases } from './lazy.ts'
import type { PersonalDatabase } from './personal.ts'
import { personalDatabaseName } from './personalName.ts'

/**
 * The bytes of kept films stand in Cache Storage, one cache for each run. A response is there whole or not at all, what is
 * there survives a crash, and the worker answers from it without a copy in memory. Not in the person's database: with
 * gigabytes beside it the queue of changes would share every trouble of a full disk.
 */

interface DownloadRun {
  userId: number
  fileId: number
  run: string
}

/** What the worker answers at; the same names for each run of a file, since one at a time is played. */
export const DOWNLOAD_PATH = '/kept/'
export function segmentPath(fileId: number, name: string): string {
  return `${DOWNLOAD_PATH}${fileId}/${name}`
}

/** What a run is called: its cache, and its fetching in the background. */
export function runCacheName({ userId, fileId, run }: DownloadRun): string {
  return `${DOWNLOAD_CACHE_PREFIX}${userId}-${fileId}-${run}`
}

/** This browser has a place for bytes (not on pages without TLS, nor in some private windows). */
export function hasCacheStorage(): boolean {
  return typeof caches !== 'undefined'
}

/** Puts a piece there; committed once it resolves. A full device: `QuotaExceededError`. */
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

/** The names of the pieces that are there. */
export async function segmentNames(run: DownloadRun): Promise<Set<string>> {
  const cache = await caches.open(runCacheName(run))
  const start = segmentPath(run.fileId, '')
  return new Set((await cache.keys()).map(({ url }) => new URL(url).pathname.slice(start.length)))
}

/** How many bytes of these pieces are there; of one that is not, none. */
export async function segmentBytes(run: DownloadRun, names: string[]): Promise<number> {
  const cache = await caches.open(runCacheName(run))
  const pieces = await Promise.all(names.map((name) => cache.match(segmentPath(run.fileId, name))))
  return pieces.reduce((sum, piece) => sum + Number(piece?.headers.get('Content-Length') ?? 0), 0)
}

export async function deleteSegments(run: DownloadRun): Promise<void> {
  if (hasCacheStorage()) await caches.delete(runCacheName(run))
}

/** Nothing of what a person has kept stays. */
export async function deleteSegmentsOfUser(userId: number): Promise<void> {
  await deleteCaches((name) => name.startsWith(`${DOWNLOAD_CACHE_PREFIX}${userId}-`))
}

/**
 * Bytes without a row (a page that died between the two, or a person whose data left with signing out) go. Those of other
 * people who have a database here are theirs to sweep.
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

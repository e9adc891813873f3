import { late } from './lazy.ts'
import type { PersonalDatabase } from './personal.ts'
import { personalName } from './personalName.ts'

/**
 * The bytes of kept films stand in Cache Storage, one cache for each run. A response is there whole or not at all, what is
 * there survives a crash, and the worker answers from it without a copy in memory. Not in the person's database: with
 * gigabytes beside it the queue of changes would share every trouble of a full disk.
 */
/** Before the names of their caches. */
export const KEPT_CACHES = 'parde-video-'

interface Run {
  userId: number
  fileId: number
  run: string
}

/** What the worker answers at; the same names for each run of a file, since one at a time is played. */
export const KEPT_PATH = '/kept/'
export function keptAddress(fileId: number, name: string): string {
  return `${KEPT_PATH}${fileId}/${name}`
}

/** What a run is called: its cache, and its fetching in the background. */
export function runName({ userId, fileId, run }: Run): string {
  return `${KEPT_CACHES}${userId}-${fileId}-${run}`
}

/** This browser has a place for bytes (not on pages without TLS, nor in some private windows). */
export function canKeepBytes(): boolean {
  return typeof caches !== 'undefined'
}

/** Puts a piece there; committed once it resolves. A full device: `QuotaExceededError`. */
export async function putPiece(run: Run, name: string, body: BodyInit, type: string, size: number): Promise<void> {
  const cache = await caches.open(runName(run))
  const headers = { 'Content-Type': type, 'Content-Length': String(size) }
  await cache.put(keptAddress(run.fileId, name), new Response(body, { headers }))
}

export async function readPiece(run: Run, name: string): Promise<Response | undefined> {
  if (!canKeepBytes()) return undefined
  return caches.match(keptAddress(run.fileId, name), { cacheName: runName(run) })
}

/** The names of the pieces that are there. */
export async function piecesOf(run: Run): Promise<Set<string>> {
  const cache = await caches.open(runName(run))
  const start = keptAddress(run.fileId, '')
  return new Set((await cache.keys()).map(({ url }) => new URL(url).pathname.slice(start.length)))
}

/** How many bytes of these pieces are there; of one that is not, none. */
export async function bytesOf(run: Run, names: string[]): Promise<number> {
  const cache = await caches.open(runName(run))
  const pieces = await Promise.all(names.map((name) => cache.match(keptAddress(run.fileId, name))))
  return pieces.reduce((sum, piece) => sum + Number(piece?.headers.get('Content-Length') ?? 0), 0)
}

export async function dropBytes(run: Run): Promise<void> {
  if (canKeepBytes()) await caches.delete(runName(run))
}

/** Nothing of what a person has kept stays. */
export async function dropBytesOf(userId: number): Promise<void> {
  await dropCaches((name) => name.startsWith(`${KEPT_CACHES}${userId}-`))
}

/**
 * Bytes without a row (a page that died between the two, or a person whose data left with signing out) go. Those of other
 * people who have a database here are theirs to sweep.
 */
export async function sweepBytes(database: PersonalDatabase | undefined): Promise<void> {
  if (!canKeepBytes() || (await caches.keys()).every((name) => !name.startsWith(KEPT_CACHES))) return
  const { Dexie } = await late()
  const here = new Set(await Dexie.getDatabaseNames())
  const rows = (await database?.keptVideos.toArray()) ?? []
  const userId = database?.userId ?? 0
  const runs = new Set(rows.map(({ fileId, run }) => runName({ userId, fileId, run })))
  await dropCaches((name) => {
    const owner = Number(/^\d+/.exec(name.slice(KEPT_CACHES.length))?.[0])
    return owner === userId ? !runs.has(name) : !here.has(personalName(owner))
  })
}

async function dropCaches(isGone: (name: string) => boolean): Promise<void> {
  if (!canKeepBytes()) return
  const names = (await caches.keys()).filter((name) => name.startsWith(KEPT_CACHES) && isGone(name))
  await Promise.all(names.map((name) => caches.delete(name)))
}

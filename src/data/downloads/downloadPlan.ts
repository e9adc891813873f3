import type { Stream } from '#contract/files.ts'
import { type Watch, watchApi, watchKey } from '#contract/watch.ts'
import {
  type Download,
  type DownloadPlan,
  type DownloadProblem,
  MASTER_PLAYLIST,
  THUMBNAIL_LIST,
} from '#data/database/downloadRows.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { putSegment } from '#data/database/segmentCache.ts'
import { tokenFor } from '#data/database/session.ts'
import { apiBase } from '#data/network/apiBase.ts'
import { call } from '#data/network/call.ts'
import { Refused } from '#data/network/failures.ts'
import { emptyPartialFile, fetchFile } from '#data/network/fetchFile.ts'
import { runOf } from './downloadRow.ts'
import { InvalidPlaylist, localMaster, localMedia } from './localPlaylist.ts'
import { syncServerTime } from './serverTime.ts'

/** Validity of a copy when the server states none, in ms (two days). */
const DEFAULT_VALIDITY = 2 * 86_400_000

/**
 * The server does not permit the download, or requires a sign-in or a subscription first. `message`: the server's
 * message.
 */
export class DownloadDenied extends Error {
  override name = 'DownloadDenied'
  constructor(
    readonly why: DownloadProblem,
    message = '',
  ) {
    super(message)
  }
}

/** Permission to download a file: its stream and signed links. */
export interface DownloadPermission {
  watch: Watch
  stream: Stream
  /** Base URL of the stream: includes the signature, ends with a slash. */
  base: string
  /** Playable until, in ms of the server's clock. */
  until: number
}

/** `fileId`: a file, an episode or a film; `dub`: the requested version (`watchApi.show`). */
export interface PermissionRequest extends Pick<Download, 'title' | 'fileId'> {
  dub?: boolean | undefined
}

/**
 * Requests signed links for a file; call it again when they expire. Throws the errors of `call` and `DownloadDenied`.
 */
export async function requestPermission(
  database: PersonalDatabase,
  { title, fileId, dub }: PermissionRequest,
  signal: AbortSignal,
): Promise<DownloadPermission> {
  const token = await tokenFor(database)
  if (token === undefined) throw new DownloadDenied('session')
  const { data: watch } = await asDenial(() =>
    call(
      watchApi.show,
      {
        params: { imdb: watchKey(title), id: fileId },
        query: { dub: dub === undefined ? undefined : dub ? 1 : 0 },
      },
      { token, signal, revalidate: true },
    ),
  )
  const { stream } = watch
  if (!stream)
    throw new DownloadDenied(watch.needs === 'login' ? 'session' : watch.needs === 'premium' ? 'premium' : 'withdrawn')
  await syncServerTime(database, Date.parse(stream.now))
  const base = new URL('.', new URL(stream.master, `${await apiBase()}/`)).href
  return { watch, stream, base, until: playableUntil(stream) }
}

/** Returns until when a copy may be played, in ms of the server's clock. */
export function playableUntil({ keepUntil, now }: Stream): number {
  return keepUntil === null ? Date.parse(now) + DEFAULT_VALIDITY : Date.parse(keepUntil)
}

/** Returns the best quality not above `height`, otherwise the lowest. */
export function chosenQuality(
  { qualities }: Stream,
  height: number,
): { sizeBytes: number; quality: string; height: number } {
  const sorted = qualities.toSorted((one, other) => one.height - other.height)
  return sorted.findLast((one) => one.height <= height) ?? sorted[0] ?? { sizeBytes: 0, quality: '', height }
}

/**
 * Runs a request and translates refusals into `DownloadDenied`. Rethrows failures that say nothing about permission.
 */
async function asDenial<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (failure) {
    if (!(failure instanceof Refused) || failure.isForeign) throw failure
    const { status, message } = failure
    if (status === 401 || status === 419) throw new DownloadDenied('session', message)
    if (status === 403)
      throw new DownloadDenied(failure.failure.code === 'premium_required' ? 'premium' : 'withdrawn', message)
    if (status === 404 || status === 410) throw new DownloadDenied('withdrawn', message)
    throw failure
  }
}

/**
 * Reads the playlists, stores them with local names and lists the segments to fetch. A repeated call is harmless:
 * nothing counts until the caller stores the plan.
 */
export async function createPlan(
  database: PersonalDatabase,
  row: Download,
  { stream, base }: DownloadPermission,
  signal: AbortSignal,
): Promise<DownloadPlan> {
  const runId = runOf(database, row)
  const pieces = new Map<string, string>()
  const read = async (address: string) => {
    const { bytes } = await fetchFile(address, { partial: emptyPartialFile(), maxBytes: PLAYLIST_BYTES, signal })
    return new TextDecoder().decode(bytes)
  }
  const write = (name: string, text: string, type: string) => {
    const bytes = new TextEncoder().encode(text)
    return putSegment(runId, name, bytes, type, bytes.length)
  }
  const addSegment = (name: string, address: string) => pieces.set(name, relativeToBase(address, base))

  const api = `${await apiBase()}/`
  const address = new URL(stream.master, api).href
  const master = localMaster(await read(address), address, row.quality)
  for (const [at, part] of master.parts.entries()) {
    const list = localMedia(await read(part.address), part.address, `${at}-`)
    for (const one of list.parts) addSegment(one.name, one.address)
    await write(part.name, list.text, PLAYLIST)
  }
  const subtitles = stream.subtitles.map(({ lang, label, url }, at) => {
    const name = `words${at}.vtt`
    addSegment(name, new URL(url, api).href)
    return { lang, label, name }
  })
  if (stream.thumbnails !== null) await planThumbnails(new URL(stream.thumbnails, api).href)
  await write(MASTER_PLAYLIST, master.text, PLAYLIST)
  if (pieces.size === 0) throw new InvalidPlaylist('nothing')
  return {
    run: row.run,
    pieces: [...pieces].map(([name, from]) => ({ name, from })),
    subtitles,
    hasThumbnails: stream.thumbnails !== null,
    durationSeconds: stream.durationSeconds,
    chapters: stream.chapters,
  }

  /** Plans the images that the cues refer to. They keep their file names, so the list needs no rewriting. */
  async function planThumbnails(list: string) {
    const text = await read(list)
    for (const [, name] of text.matchAll(/^([\w-]+\.(?:jpe?g|png|webp|avif))(?:#.*)?$/gm)) {
      if (name !== undefined) addSegment(name, new URL(name, list).href)
    }
    await write(THUMBNAIL_LIST, text, 'text/vtt')
  }
}

const PLAYLIST = 'application/vnd.apple.mpegurl'
/** Maximum size of a playlist or thumbnail list in bytes, ten times that of a ten-hour film. */
const PLAYLIST_BYTES = 4_000_000

/** Removes the base URL with its signature, which differs in the next link. */
function relativeToBase(address: string, base: string): string {
  return address.startsWith(base) ? address.slice(base.length) : address
}

/** Returns the address of a segment under the current links. */
export function segmentUrl(from: string, { base }: DownloadPermission): string {
  return new URL(from, base).href
}

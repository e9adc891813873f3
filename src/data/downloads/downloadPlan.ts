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

/** A server that does not say how long a copy may be played means this, in ms (two days). */
const KEEP_UNTOLD = 2 * 86_400_000

/** The server does not let it be kept, or the person has to do something first. `message`: the server's words. */
export class DownloadDenied extends Error {
  override name = 'Denied'
  constructor(
    readonly why: DownloadProblem,
    message = '',
  ) {
    super(message)
  }
}

/** Leave to fetch a file: its stream, and where it stands. */
export interface DownloadPermission {
  watch: Watch
  stream: Stream
  /** the folder of the stream, with the signature and a slash at the end */
  base: string
  /** ms of the server's clock */
  until: number
}

/** Asks the server for the links of a file; again whenever they end. Throws what `call` throws, and `Denied`. */
export async function requestPermission(
  database: PersonalDatabase,
  { title, fileId }: Pick<Download, 'title' | 'fileId'>,
  signal: AbortSignal,
): Promise<DownloadPermission> {
  const token = await tokenFor(database)
  if (token === undefined) throw new DownloadDenied('session')
  const { data: watch } = await asDenial(() =>
    call(watchApi.show, { params: { imdb: watchKey(title), id: fileId } }, { token, signal, revalidate: true }),
  )
  const { stream } = watch
  if (!stream)
    throw new DownloadDenied(watch.needs === 'login' ? 'session' : watch.needs === 'premium' ? 'premium' : 'withdrawn')
  await syncServerTime(database, Date.parse(stream.now))
  const base = new URL('.', new URL(stream.master, `${await apiBase()}/`)).href
  return { watch, stream, base, until: playableUntil(stream) }
}

/** Until when a copy may be played, ms of the server's clock. */
export function playableUntil({ keepUntil, now }: Stream): number {
  return keepUntil === null ? Date.parse(now) + KEEP_UNTOLD : Date.parse(keepUntil)
}

/** How much there is to fetch for a quality, and what that is called: the best that is not above the height, else the lowest. */
export function chosenQuality(
  { qualities }: Stream,
  height: number,
): { sizeBytes: number; quality: string; height: number } {
  const sorted = qualities.toSorted((one, other) => one.height - other.height)
  return sorted.findLast((one) => one.height <= height) ?? sorted[0] ?? { sizeBytes: 0, quality: '', height }
}

/** A no of the server as what it means for a copy; what says nothing of it is thrown on. */
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
 * Reads the playlists, puts them among the bytes in words of this device, and says which pieces have to come. Nothing
 * of it counts before the plan is written down: once more from the start does no harm.
 */
export async function createPlan(
  database: PersonalDatabase,
  row: Download,
  { stream, base }: DownloadPermission,
  signal: AbortSignal,
): Promise<DownloadPlan> {
  const place = runOf(database, row)
  const pieces = new Map<string, string>()
  const read = async (address: string) => {
    const { bytes } = await fetchFile(address, { begun: emptyPartialFile(), signal })
    return new TextDecoder().decode(bytes)
  }
  const write = (name: string, text: string, type: string) => {
    const bytes = new TextEncoder().encode(text)
    return putSegment(place, name, bytes, type, bytes.length)
  }
  const need = (name: string, address: string) => pieces.set(name, belowBase(address, base))

  const api = `${await apiBase()}/`
  const address = new URL(stream.master, api).href
  const master = localMaster(await read(address), address, row.quality)
  for (const [at, part] of master.parts.entries()) {
    const list = localMedia(await read(part.address), part.address, `${at}-`)
    for (const one of list.parts) need(one.name, one.address)
    await write(part.name, list.text, PLAYLIST)
  }
  const subtitles = stream.subtitles.map(({ lang, label, url }, at) => {
    const name = `words${at}.vtt`
    need(name, new URL(url, api).href)
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
  }

  /** The cues name pictures beside them: those come along under the names they have. */
  async function planThumbnails(list: string) {
    const text = await read(list)
    for (const [, name] of text.matchAll(/^([\w-]+\.(?:jpe?g|png|webp|avif))(?:#.*)?$/gm)) {
      if (name !== undefined) need(name, new URL(name, list).href)
    }
    await write(THUMBNAIL_LIST, text, 'text/vtt')
  }
}

const PLAYLIST = 'application/vnd.apple.mpegurl'

/** Without the signature, which the next link has another of. */
function belowBase(address: string, base: string): string {
  return address.startsWith(base) ? address.slice(base.length) : address
}

/** The address of a piece under a link. */
export function segmentUrl(from: string, { base }: DownloadPermission): string {
  return new URL(from, base).href
}

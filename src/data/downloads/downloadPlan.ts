import type { Stream } from '#contract/files.ts'
import { type Watch, watchApi, watchKey } from '#contract/watch.ts'
import { type KeptPlan, type KeptVideo, type KeptWhy, MASTER, THUMBNAILS } from '#data/database/downloadRows.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { putPiece } from '#data/database/segmentCache.ts'
import { tokenOf } from '#data/database/session.ts'
import { apiBase } from '#data/network/apiBase.ts'
import { call } from '#data/network/call.ts'
import { Refused } from '#data/network/failures.ts'
import { fetchFile, nothingBegun } from '#data/network/fetchFile.ts'
import { placeOf } from './downloadRow.ts'
import { localMaster, localMedia, NoPlaylist } from './localPlaylist.ts'
import { learnTime } from './serverTime.ts'

/** A server that does not say how long a copy may be played means this, in ms (two days). */
const KEEP_UNTOLD = 2 * 86_400_000

/** The server does not let it be kept, or the person has to do something first. `message`: the server's words. */
export class Denied extends Error {
  override name = 'Denied'
  constructor(
    readonly why: KeptWhy,
    message = '',
  ) {
    super(message)
  }
}

/** Leave to fetch a file: its stream, and where it stands. */
export interface Leave {
  watch: Watch
  stream: Stream
  /** the folder of the stream, with the signature and a slash at the end */
  base: string
  /** ms of the server's clock */
  until: number
}

/** Asks the server for the links of a file; again whenever they end. Throws what `call` throws, and `Denied`. */
export async function askLeave(
  database: PersonalDatabase,
  { title, fileId }: Pick<KeptVideo, 'title' | 'fileId'>,
  signal: AbortSignal,
): Promise<Leave> {
  const token = await tokenOf(database)
  if (token === undefined) throw new Denied('session')
  const { data: watch } = await asDenial(() =>
    call(watchApi.show, { params: { imdb: watchKey(title), id: fileId } }, { token, signal, revalidate: true }),
  )
  const { stream } = watch
  if (!stream)
    throw new Denied(watch.needs === 'login' ? 'session' : watch.needs === 'premium' ? 'premium' : 'withdrawn')
  await learnTime(database, Date.parse(stream.now))
  const base = new URL('.', new URL(stream.master, `${await apiBase()}/`)).href
  return { watch, stream, base, until: untilOf(stream) }
}

/** Until when a copy may be played, ms of the server's clock. */
export function untilOf({ keepUntil, now }: Stream): number {
  return keepUntil === null ? Date.parse(now) + KEEP_UNTOLD : Date.parse(keepUntil)
}

/** How much there is to fetch for a quality, and what that is called: the best that is not above the height, else the lowest. */
export function qualityOf(
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
    if (status === 401 || status === 419) throw new Denied('session', message)
    if (status === 403) throw new Denied(failure.failure.code === 'premium_required' ? 'premium' : 'withdrawn', message)
    if (status === 404 || status === 410) throw new Denied('withdrawn', message)
    throw failure
  }
}

/**
 * Reads the playlists, puts them among the bytes in words of this device, and says which pieces have to come. Nothing
 * of it counts before the plan is written down: once more from the start does no harm.
 */
export async function makePlan(
  database: PersonalDatabase,
  row: KeptVideo,
  { stream, base }: Leave,
  signal: AbortSignal,
): Promise<KeptPlan> {
  const place = placeOf(database, row)
  const pieces = new Map<string, string>()
  const read = async (address: string) => {
    const { bytes } = await fetchFile(address, { begun: nothingBegun(), signal })
    return new TextDecoder().decode(bytes)
  }
  const write = (name: string, text: string, type: string) => {
    const bytes = new TextEncoder().encode(text)
    return putPiece(place, name, bytes, type, bytes.length)
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
  await write(MASTER, master.text, PLAYLIST)
  if (pieces.size === 0) throw new NoPlaylist('nothing')
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
    await write(THUMBNAILS, text, 'text/vtt')
  }
}

const PLAYLIST = 'application/vnd.apple.mpegurl'

/** Without the signature, which the next link has another of. */
function belowBase(address: string, base: string): string {
  return address.startsWith(base) ? address.slice(base.length) : address
}

/** The address of a piece under a link. */
export function pieceAddress(from: string, { base }: Leave): string {
  return new URL(from, base).href
}

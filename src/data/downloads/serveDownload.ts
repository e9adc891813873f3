import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { DOWNLOAD_PATH, readSegment } from '#data/database/segmentCache.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { runOf } from './downloadRow.ts'
import { playbackRefusal } from './playbackRefusal.ts'
import { serverNow, storeServerTime } from './serverTime.ts'

/** Why the worker refuses a segment, for the player. */
type Refusal = 'not_kept' | 'missing' | Exclude<ReturnType<typeof playbackRefusal>, undefined>

/**
 * Answers a player's request for a segment (`/kept/{fileId}/{name}`) in the worker. Serves only the owner, while the
 * permission lasts. Supports ranges, because Safari requests media only by range.
 */
export async function serveDownload({ pathname }: URL, range: string | null): Promise<Response> {
  const [, id = '', name = ''] = /^(\d+)\/([\w.-]+)$/.exec(pathname.slice(DOWNLOAD_PATH.length)) ?? []
  const database = await personalDatabaseIfSignedIn()
  const row = await database?.keptVideos.get(Number(id))
  if (!database || !row) return refusalResponse(404, 'not_kept')
  if (name.endsWith('.m3u8')) await storeServerTime(database).catch(ignoring(...STORAGE_ERRORS))
  const refusal = playbackRefusal(row, await serverNow(database))
  if (refusal !== undefined) return refusalResponse(403, refusal)
  const segment = await readSegment(runOf(database, row), name)
  if (!segment) return refusalResponse(404, 'missing')
  return range === null ? segment : partOf(segment, range)
}

function refusalResponse(status: number, code: Refusal): Response {
  return Response.json({ code }, { status })
}

/** Returns one range of a segment (RFC 9110, section 14), or all of it if the header is invalid. */
async function partOf(segment: Response, range: string): Promise<Response> {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return segment
  const bytes = await segment.blob()
  const from = first === '' ? Math.max(0, bytes.size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes.size - 1 : Math.min(Number(last), bytes.size - 1)
  if (from > to) return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${bytes.size}` } })
  return new Response(bytes.slice(from, to + 1), {
    status: 206,
    headers: {
      'Content-Type': segment.headers.get('Content-Type') ?? '',
      'Content-Length': String(to - from + 1),
      'Content-Range': `bytes ${from}-${to}/${bytes.size}`,
      'Accept-Ranges': 'bytes',
    },
  })
}

import type { Context } from 'hono'
import { streamBody } from '#server/http/streamBody.ts'
import { refuse } from '#server/platform/refuse.ts'
import { type AnswerHeaders, type ByteRange, resolveRange, type Storage } from '#server/storage/storage.ts'

/**
 * How the operator's films reach clients. `nginx`: nginx in front of the server sends the files, by `X-Accel-Redirect`.
 * `redirect`: clients are redirected to signed addresses of the bucket.
 */
export const FILM_DELIVERIES = ['server', 'nginx', 'redirect'] as const
export type FilmDelivery = (typeof FILM_DELIVERIES)[number]

/** Locations of nginx (deploy/nginx), which no client can ask for: files of the data folder, and the bucket. */
const NGINX_FOLDER = '/parde-folder'
const NGINX_BUCKET = '/parde-bucket'
/** How long a signed address is valid, in seconds: a large download must have begun by then. */
const ADDRESS_LIFE = 900

interface SentFile extends AnswerHeaders {
  storage: Storage
  key: string
  tag: string
  /** Default: `server`. */
  delivery?: FilmDelivery | undefined
}

/**
 * Sends an unchanging file or the requested range of it (RFC 9110, section 14). Large files are streamed with
 * backpressure and closed when the client leaves. A request for several ranges gets the whole file, as the standard
 * allows.
 */
export async function sendFile(http: Context, file: SentFile): Promise<Response> {
  const { storage, key, tag, type, cache, disposition } = file
  http.header('Cache-Control', cache)
  if (disposition !== undefined) http.header('Content-Disposition', disposition)
  if (isKnown(http, tag)) {
    http.header('ETag', tag)
    return http.body(null, 304)
  }
  // A signed address is only for GET.
  const handedOver = http.req.method === 'GET' ? await handOver(http, file) : undefined
  if (handedOver) return handedOver
  http.header('ETag', tag)
  http.header('Accept-Ranges', 'bytes')
  const range = rangeOf(http, tag)
  const part = http.req.method === 'HEAD' ? await describe(storage, key, range) : await storage.read(key, range)
  if (part === undefined) refuse('not_found')
  if (part === 'outside') {
    http.header('Content-Range', `bytes */${await storage.size(key)}`)
    refuse('range')
  }
  const { size, start, end, body } = part
  http.header('Content-Type', type)
  http.header('Content-Length', String(end - start + 1))
  if (range) http.header('Content-Range', `bytes ${start}-${end}/${size}`)
  const status = range ? 206 : 200
  if (body === null) return http.body(null, status)
  // Its buffer belongs to it alone: the types of Hono do not allow shared memory.
  if (body instanceof Uint8Array) return http.body(body as Uint8Array<ArrayBuffer>, status)
  return http.body(streamBody(http, body), status)
}

/** Leaves the file to nginx or to the bucket; undefined if the server sends it. */
async function handOver(http: Context, { storage, key, delivery = 'server', ...headers }: SentFile) {
  if (delivery === 'server') return undefined
  const address = await storage.signedAddress(key, ADDRESS_LIFE, headers)
  if (delivery === 'redirect') {
    if (address === undefined) return undefined
    // The next request needs an address that is still valid.
    http.header('Cache-Control', `private, max-age=${ADDRESS_LIFE / 2}`)
    return http.redirect(address, 302)
  }
  http.header('Content-Type', headers.type)
  http.header(
    'X-Accel-Redirect',
    address === undefined ? `${NGINX_FOLDER}/${key}` : `${NGINX_BUCKET}${pathOf(address)}`,
  )
  return http.body(null, 200)
}

function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/** The part that a request would get, without its bytes. */
async function describe(storage: Storage, key: string, range: ByteRange | undefined) {
  const size = await storage.size(key)
  if (size === undefined) return undefined
  const part = resolveRange(range, size)
  return part === 'outside' ? part : { ...part, size, body: null }
}

function isKnown(http: Context, tag: string): boolean {
  const known = http.req.header('If-None-Match')
  return known?.split(',').some((one) => one.trim() === tag || one.trim() === '*') ?? false
}

/** Undefined for the whole file, also if the range is invalid or refers to an earlier version. */
function rangeOf(http: Context, tag: string): ByteRange | undefined {
  const condition = http.req.header('If-Range')
  if (condition !== undefined && condition !== tag) return undefined
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(http.req.header('Range')?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return { last: Number(last) }
  if (last !== '' && Number(last) < Number(first)) return undefined
  return { start: Number(first), end: last === '' ? undefined : Number(last) }
}

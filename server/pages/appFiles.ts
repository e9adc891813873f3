import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Context, Hono } from 'hono'
import { type ApiLocation, apiLocation } from '#server/http/apiLocation.ts'
import { isSecure } from '#server/http/clientAddress.ts'
import { acceptedCompressions, type Compression, compress } from '#server/http/compression.ts'
import { HSTS, securityHeaders, styleHashes } from '#server/http/securityHeaders.ts'
import { streamBody } from '#server/http/streamBody.ts'
import { ignoring } from '#server/platform/reportError.ts'
import type { S3Settings } from '#server/storage/s3Storage.ts'
import type { FilmDelivery } from '#server/stream/sendFile.ts'
import { type Head, tagOf, withHead } from './head.ts'
import { type Home, withHome } from './home.ts'
import type { Pages } from './pages.ts'
import { openPreviousAssets } from './previousAssets.ts'
import { publicOrigin } from './publicOrigin.ts'

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
/** Paths of built files and of the API. The latter reach this listener only if the deployment is misconfigured. */
const NON_SCREEN_PATHS = /^\/(assets|api|sanctum|media)(\/|$)/
/** The only screen that Telegram may show in a frame. */
const TELEGRAM_APP = '/telegram-app'
const WORKER = 'sw.js'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
const SUFFIX: Record<Compression, string> = { br: '.br', gzip: '.gz' }

interface Settings {
  /** Folder of the built app. */
  folder: string
  /** Folder for hashed files of previous builds. */
  previousFolder?: string | undefined
  apiBase: string | undefined
  apiPort: number
  proxies: number
  publicOrigin?: string | undefined
  /** Set if there is a Telegram bot. */
  telegram?: object | undefined
  filmDelivery?: FilmDelivery | undefined
  bucket?: Pick<S3Settings, 'endpoint'> | undefined
}

/**
 * Serves the built app: hashed names are immutable, other files are revalidated, and the build's compressed files are
 * used. Screens get `index.html` with the API's location and, with `pages`, a head for their content. `/index.html`
 * itself is equal for all: the service worker stores it for every address.
 */
export function createAppFiles(settings: Settings, pages?: Pages): Hono {
  const hono = new Hono()
  const site = { folder: settings.folder, compressOnce: createCompressOnce() }
  const hashesOfStyles = createStyleHashes(settings.folder)
  const films = settings.filmDelivery === 'redirect' ? settings.bucket?.endpoint : undefined
  const previous = settings.previousFolder === undefined ? undefined : openPreviousAssets(settings.previousFolder)
  hono.on(['GET', 'HEAD'], '*', async (http) => {
    const caller = { host: http.req.header('Host') ?? '', isSecure: isSecure(http, settings) }
    const api = apiLocation(settings, caller)
    const path = safePath(http.req.path)
    const inTelegram = path === TELEGRAM_APP && settings.telegram !== undefined
    const styles = await hashesOfStyles()
    for (const [name, value] of Object.entries(securityHeaders(api.origin, { films, inTelegram, styles })))
      http.header(name, value)
    if (isSecure(http, settings)) http.header('Strict-Transport-Security', HSTS)
    const isIndex = path === '/' || path === '/index.html'
    if (path === `/${WORKER}` && api.base !== undefined) return worker(http, site, api.base)
    const origin = publicOrigin(settings.publicOrigin, caller)
    if (path !== undefined && !isIndex) {
      const answer =
        (await file(http, settings.folder, path)) ??
        (previous && (await file(http, previous.folder, path))) ??
        (await pages?.file(http, path, origin))
      if (answer) return answer
    }
    if (!isIndex && !isScreen(http, path)) return notFound(http)
    const script = await sizeAndTag(join(settings.folder, WORKER))
    if (script) previous?.copyFrom(settings.folder, script.tag)
    if (path === '/index.html' || path === undefined) return index(http, site, api)
    const [page, home] = await Promise.all([pages?.answer(http, path, origin, api), pages?.home(http, path)])
    if (page && 'redirect' in page) return redirect(http, page.redirect)
    return index(http, site, api, page && { ...page, origin, home })
  })
  hono.all('*', (http) => http.text('Method not allowed', 405, { Allow: 'GET, HEAD' }))
  return hono
}

/** The decoded path if it is inside the folder. */
function safePath(raw: string): string | undefined {
  try {
    const path = decodeURIComponent(raw)
    const parts = path.split('/')
    return /[\0\\]/.test(path) || parts.some((part) => part.startsWith('.')) ? undefined : path
  } catch (error) {
    return ignoring('decoding a path', 'URIError')(error)
  }
}

async function file(http: Context, folder: string, path: string): Promise<Response | undefined> {
  const type = CONTENT_TYPES[extname(path)]
  if (type === undefined) return undefined
  const plain = await sizeAndTag(join(folder, path))
  if (!plain) return undefined
  http.header('Content-Type', type)
  http.header('Cache-Control', path.startsWith('/assets/') ? IMMUTABLE : REVALIDATE)
  http.header('Vary', 'Accept-Encoding')
  for (const packing of acceptedCompressions(http)) {
    const packed = await sizeAndTag(join(folder, path + SUFFIX[packing]))
    if (!packed) continue
    http.header('Content-Encoding', packing)
    return send(http, packed)
  }
  return send(http, plain)
}

/** The served build and its compressed texts. */
interface Site {
  folder: string
  compressOnce: CompressOnce
}

interface Found {
  path: string
  size: number
  tag: string
}

/**
 * The tag uses the change time: deployment tools often give every build the same modification time, and the worker's
 * size does not vary.
 */
async function sizeAndTag(path: string): Promise<Found | undefined> {
  const found = await stat(path, { bigint: true }).catch(
    ignoring('looking for a file', 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG'),
  )
  if (!found?.isFile()) return undefined
  const { size, ctimeNs } = found
  return { path, size: Number(size), tag: `"${size.toString(36)}-${ctimeNs.toString(36)}"` }
}

function send(http: Context, { path, size, tag }: Found): Response {
  http.header('ETag', tag)
  if (http.req.header('If-None-Match')?.includes(tag)) return http.body(null, 304)
  http.header('Content-Length', String(size))
  if (http.req.method === 'HEAD') return http.body(null)
  return http.body(streamBody(http, createReadStream(path)))
}

/** Whether the path can be a screen: not a file. A film's name can contain a dot as well. */
function isScreen(http: Context, path: string | undefined): boolean {
  if (path === undefined) return wantsPage(http)
  if (NON_SCREEN_PATHS.test(path)) return false
  return extname(path) === '' || wantsPage(http)
}

function wantsPage(http: Context): boolean {
  return (http.req.header('Accept') ?? '').includes('text/html')
}

function notFound(http: Context): Response {
  http.header('Cache-Control', 'no-store')
  return http.text('Not found', 404)
}

/** Redirects for a day: a corrected name may change the address again. */
function redirect(http: Context, address: string): Response {
  http.header('Cache-Control', 'public, max-age=86400')
  return http.redirect(address, 301)
}

type PageWithHead = { status: 200 | 404; head: Head; origin: string | undefined; home: Home | undefined }

/**
 * Sends `index.html` with the API's location; with status 404 if the path looks like a missing file or no content is
 * known for it.
 */
async function index(http: Context, site: Site, api: ApiLocation, page?: PageWithHead): Promise<Response> {
  const { base } = api
  const found = await sizeAndTag(join(site.folder, 'index.html'))
  if (!found) return http.text('The app is not built: npm run build', 503)
  if (page) return serveWithHead(http, site, found, api, page)
  const isMissing =
    safePath(http.req.path) === undefined || (extname(http.req.path) !== '' && http.req.path !== '/index.html')
  return serveEdited(http, site, found, {
    type: 'text/html; charset=utf-8',
    status: isMissing ? 404 : 200,
    base,
    tell: insertApiBase,
  })
}

/** Compressed per request: there are as many heads as titles. */
async function serveWithHead(
  http: Context,
  { compressOnce }: Site,
  found: Found,
  api: ApiLocation,
  page: PageWithHead,
): Promise<Response> {
  const [packing] = acceptedCompressions(http)
  const where = hashOf(`${api.base} ${picturesAt(api)}`)
  const tag = `W/"${[found.tag.slice(1, -1), where, tagOf(page.head, page.origin), page.home?.tag].join('-')}"`
  http.header('Cache-Control', REVALIDATE)
  http.header('Vary', 'Accept-Encoding, Save-Data')
  http.header('ETag', tag)
  if (page.status === 200 && http.req.header('If-None-Match')?.includes(tag)) return http.body(null, 304)
  const html = await htmlOf(found, api, page)
  http.header('Content-Type', 'text/html; charset=utf-8')
  if (!packing) return http.body(html, page.status)
  http.header('Content-Encoding', packing)
  const key = page.home && [tag, hashOf(page.home.data), packing].join(' ')
  const packed =
    key === undefined
      ? await compress(html, packing)
      : await compressOnce(key, () => compress(html, packing, { tight: true }))
  return http.body(new Uint8Array(packed), page.status)
}

async function htmlOf(found: Found, api: ApiLocation, page: PageWithHead): Promise<string> {
  const { base } = api
  const text = await readFile(found.path, 'utf8')
  const withApi = base === undefined ? text : insertApiBase(text, base)
  const drawn = page.home ? withHome(withApi, page.home, picturesAt(api)) : withApi
  return withHead(drawn, page.head, page.origin)
}

/** The base of picture addresses, as the page will compute it. */
function picturesAt({ base, origin }: ApiLocation): string {
  return (base ?? origin ?? '').replace(/\/+$/, '')
}

/**
 * Serves the worker with the revision of this deployment's `index.html`: the build knows only the text without the
 * API's location, and devices must replace a page with another location.
 */
async function worker(http: Context, site: Site, base: string): Promise<Response> {
  const found = await sizeAndTag(join(site.folder, WORKER))
  if (!found) return notFound(http)
  return serveEdited(http, site, found, {
    type: 'text/javascript; charset=utf-8',
    status: 200,
    base,
    tell: insertPageRevision,
  })
}

/** Returns a function for the hashes of the inline style sheets of `index.html`, for the content security policy. */
function createStyleHashes(folder: string): () => Promise<string[]> {
  let known: { tag: string; hashes: string[] } | undefined
  return async () => {
    const found = await sizeAndTag(join(folder, 'index.html'))
    if (!found) return []
    if (known?.tag !== found.tag) known = { tag: found.tag, hashes: styleHashes(await readFile(found.path, 'utf8')) }
    return known.hashes
  }
}

interface EditedFile {
  type: string
  status: 200 | 404
  base: string | undefined
  tell: (text: string, base: string) => string
}

/** Compresses a text once for concurrent and later requests. */
type CompressOnce = (key: string, make: () => Promise<Buffer>) => Promise<Buffer>

function createCompressOnce(): CompressOnce {
  const texts = new Map<string, Promise<Buffer>>()
  return (key, make) => {
    const known = texts.get(key)
    if (known) return known
    // Entries of earlier builds and earlier homes are dropped.
    if (texts.size > 20) texts.clear()
    const made = make().catch((error: unknown) => {
      texts.delete(key)
      throw error
    })
    texts.set(key, made)
    return made
  }
}

async function serveEdited(
  http: Context,
  { compressOnce }: Site,
  found: Found,
  { type, status, base, tell }: EditedFile,
): Promise<Response> {
  const [packing] = acceptedCompressions(http)
  const key = [found.path, found.tag, base ?? '', packing].join(' ')
  const packed = await compressOnce(key, async () => {
    const text = await readFile(found.path, 'utf8')
    const edited = base === undefined ? text : tell(text, base)
    return packing ? compress(edited, packing) : Buffer.from(edited)
  })
  const tag = `"${packed.length.toString(36)}-${hashOf(base ?? '')}-${found.tag.slice(1)}`
  http.header('Cache-Control', REVALIDATE)
  http.header('Vary', 'Accept-Encoding')
  http.header('ETag', tag)
  if (status === 200 && http.req.header('If-None-Match')?.includes(tag)) return http.body(null, 304)
  http.header('Content-Type', type)
  if (packing) http.header('Content-Encoding', packing)
  return http.body(new Uint8Array(packed), status)
}

/** Writes the API's location into `html`. */
export function insertApiBase(html: string, base: string): string {
  const meta = `<meta name="api-base" content="${base.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}" />`
  const existing = /<meta name="api-base"[^>]*>/
  return existing.test(html) ? html.replace(existing, () => meta) : html.replace('</head>', () => `${meta}</head>`)
}

function insertPageRevision(script: string, base: string): string {
  return script.replace(/("revision":"[0-9a-f]+)(","url":"index\.html")/, `$1-${hashOf(base)}$2`)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

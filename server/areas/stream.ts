import type { Context } from 'hono'
import type { Api } from '#server/http/serve.ts'
import { refuse } from '#server/platform/refuse.ts'
import { readFileId } from '#server/stream/fileIds.ts'
import type { PreparedFilm } from '#server/stream/film.ts'
import type { Films } from '#server/stream/films.ts'
import { findPlayableTitle, titleByKey, workWith } from '#server/stream/playableTitles.ts'
import { masterPlaylist } from '#server/stream/playlists.ts'
import { sendFile } from '#server/stream/sendFile.ts'
import { GUEST_ID, readSigned } from '#server/stream/signedLinks.ts'
import { trailerDownload, trailerOffer } from '#server/stream/trailers.ts'
import { downloadOf, languageOf, offerOf } from '#server/stream/voices.ts'
import { mediaMessages } from '#server/text/messages.ts'

const SIGNED_PATH = /^\/media\/\w+\/([\w.-]{1,60})\/([1-9]\d{0,15})\/(\w{1,40})\/([\w./-]{1,200})$/
/** Own trailers have a version, the sample has none. */
const TRAILER_PATH = /^\/media\/trailers\/(tt\d{7,8}|t[1-9]\d{0,9})\/(?:([\da-f]{12})\/)?([\w./-]{1,60})$/
/** Files of a prepared film; no other path is read. */
const PART_NAME =
  /^(?:(?:\d{3,4}p|audio-[a-z]{1,10}\d{0,2})\/(?:index\.m3u8|init\.mp4|\d{1,5}\.m4s)|subtitles-[A-Za-z\d-]{2,30}\.(?:vtt|m3u8)|thumbnails\.(?:vtt|jpg))$/
const MASTER = 'master.m3u8'
const CONTENT_TYPES: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
}
/** The sample's address never changes, its content can. */
const TRAILER_CACHING = 'public, max-age=86400'

/**
 * Serves films as segments or whole files to holders of a link, and trailers to everyone. The subscription is checked
 * when a link is issued and limits its lifetime, so segments need no database access.
 */
export function serveStream({ hono, database, clock, settings }: Api, films: Films): void {
  const open = async (http: Context) => {
    const [, signature = '', digits = '', version = '', name = ''] =
      SIGNED_PATH.exec(http.req.path) ?? refuse('not_found')
    const fileId = Number(digits)
    const { userId, left } = readSigned(settings.secrets, fileId, signature, clock())
    const film = (await films.byVersion(version)) ?? refuse('not_found', { message: mediaMessages.version })
    // The content never changes while the link is valid.
    return { fileId, userId, film, name, cache: `private, max-age=${left}, immutable` }
  }
  const workOf = async (fileId: number) => {
    const played = await findPlayableTitle(database, readFileId(fileId)?.titleId ?? 0, clock())
    return workWith(played?.works ?? [], fileId) ?? refuse('not_found')
  }

  hono.get('/media/stream/*', async (http) => {
    const { fileId, film, name, cache } = await open(http)
    if (name !== MASTER) return sendPart(http, film, name, cache)
    const work = await workOf(fileId)
    return sendMaster(http, masterPlaylist(film, offerOf(work, film, languageOf(work, fileId))), cache)
  })

  hono.get('/media/download/*', async (http) => {
    const { fileId, userId, film, name, cache } = await open(http)
    if (userId === GUEST_ID) refuse('link_invalid')
    const { language, encoding } = readFileId(fileId) ?? refuse('not_found')
    if (!/^[\w.-]+\.mp4$/.test(name)) refuse('not_found')
    const disposition = `attachment; filename="${name}"`
    return sendWhole(http, film, downloadOf(language, encoding), { cache, disposition })
  })

  hono.get('/media/trailers/*', async (http) => {
    const [, key = '', version, name = ''] = TRAILER_PATH.exec(http.req.path) ?? refuse('not_found')
    const film = version === undefined ? await films.trailer(undefined) : await films.byVersion(version)
    if (!film || (version !== undefined && !film.isTrailer)) refuse('not_found', { message: mediaMessages.version })
    if (name === 'trailer.mp4') return sendWhole(http, film, trailerDownload(film), { cache: TRAILER_CACHING })
    if (name !== MASTER) return sendPart(http, film, name, TRAILER_CACHING)
    const { title } = (await findPlayableTitle(database, titleByKey(key), clock())) ?? refuse('not_found')
    return sendMaster(http, masterPlaylist(film, trailerOffer(title, film)), TRAILER_CACHING)
  })
}

function sendMaster(http: Context, playlist: string, cache: string): Response {
  http.header('Cache-Control', cache)
  http.header('Content-Type', CONTENT_TYPES.m3u8 ?? '')
  return http.body(playlist)
}

function sendPart(http: Context, film: PreparedFilm, name: string, cache: string): Promise<Response> {
  if (!PART_NAME.test(name)) refuse('not_found', { message: mediaMessages.part })
  const type = CONTENT_TYPES[name.split('.').at(-1) ?? ''] ?? ''
  const tag = `"${film.version}-${name.replaceAll('/', '-')}"`
  const { storage, folder } = film
  // Playlists name files relative to their own address, so clients must get them from here.
  const delivery = /\.(m4s|mp4)$/.test(name) ? film.delivery : 'server'
  return sendFile(http, { storage, key: `${folder}/${name}`, tag, type, cache, delivery })
}

function sendWhole(
  http: Context,
  { version, storage, folder, delivery }: PreparedFilm,
  source: string,
  headers: { cache: string; disposition?: string },
): Promise<Response> {
  const key = `${folder}/${source}.mp4`
  return sendFile(http, { storage, key, delivery, tag: `"${version}-${source}"`, type: 'video/mp4', ...headers })
}

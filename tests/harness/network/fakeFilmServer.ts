import type { Stream } from '#contract/files.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { apiBaseNow } from '#data/network/apiBase.ts'

/** A fake server of one film that follows the contract. The test controls its answers and the network. */
export interface Films {
  /** The film's files by path below its folder. */
  bytes: Map<string, Uint8Array<ArrayBuffer>>
  version: string
  /** The server's time, in ms. */
  now: number
  validFor: number
  needs: 'login' | 'premium' | null
  isGone: boolean
  /** Links with a lower number have expired. */
  oldest: number
  /** The requested paths in order; those of the film's files below its folder. */
  asked: string[]
  /** Called before each request. Its response or error replaces the server's. */
  before: (path: string, init: RequestInit) => Response | Promise<Response> | undefined
  restore(): void
}

export const FILE = 7_000_001
export const CARD: TitleCard = {
  id: 7,
  path: '/titles/7/film',
  imdb: 'tt0000007',
  type: 'movie',
  poster: null,
  posterColor: null,
  titleEn: 'A Film',
  titleFa: 'فیلم',
  otherNames: undefined,
  year: 2001,
  genres: [],
  rating: null,
  votes: 0,
  rottenTomatoes: null,
  isDubbed: false,
  hasSubtitle: true,
  isComing: undefined,
  updatedAt: null,
}

const SEGMENTS = 4
const SEGMENT = 2_000

export function fakeFilmServer(): Films {
  const real = globalThis.fetch
  let links = 0
  const films: Films = {
    bytes: filmBytes('a'),
    version: 'a',
    now: Date.now(),
    validFor: 86_400_000,
    needs: null,
    isGone: false,
    oldest: 0,
    asked: [],
    before: () => undefined,
    restore() {
      globalThis.fetch = real
    },
  }

  function stream(): Stream {
    const folder = `/media/stream/${++links}/${FILE}/${films.version}/`
    return {
      master: `${folder}master.m3u8`,
      expiresAt: iso(films.now + 3_600_000),
      now: iso(films.now),
      keepUntil: iso(films.now + films.validFor),
      version: films.version,
      durationSeconds: SEGMENTS * 4,
      qualities: [720, 360].map((height) => ({
        quality: `${height}p`,
        width: height * 2,
        height,
        bandwidth: height * 1000,
        sizeBytes: (SEGMENTS * 2 + 3) * SEGMENT,
        playlist: `${height}/index.m3u8`,
      })),
      audios: [],
      subtitles: [{ lang: 'fa', label: 'فارسی', url: `${folder}fa.vtt` }],
      thumbnails: `${folder}thumbnails.vtt`,
      chapters: [],
    }
  }

  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input))
    films.asked.push(url.pathname.replace(/^\/media\/stream\/\d+\/\d+\/\w+\//, ''))
    const instead = await films.before(url.pathname, init)
    if (instead) return instead
    if (url.origin !== apiBaseNow()) return new Response('', { status: 500 })
    if (url.pathname.startsWith('/api/watch/')) return watch()
    if (url.pathname === '/api/user/files') return linksOf(url.searchParams.get('ids') ?? '')
    return piece(url.pathname, new Headers(init.headers).get('Range'))
  }

  function watch(): Response {
    if (films.isGone) return refused(404, 'not_found', 'دیگر نیست')
    return Response.json({
      data: {
        title: CARD,
        fileId: FILE,
        quality: '720p',
        language: 'original',
        stream: films.needs ? null : stream(),
        needs: films.needs,
      },
    })
  }

  function linksOf(ids: string): Response {
    const refusal = films.isGone
      ? { code: 'not_found', message: 'دیگر نیست' }
      : films.needs && { code: 'premium_required', message: 'اشتراک می‌خواهد' }
    return Response.json({
      data: ids.split(',').map((id) => ({ id: Number(id), stream: refusal ? null : stream(), refusal })),
    })
  }

  function piece(path: string, range: string | null): Response {
    const [, link, version, name = ''] = /^\/media\/stream\/(\d+)\/\d+\/(\w+)\/(.+)$/.exec(path) ?? []
    if (Number(link) < films.oldest) return refused(403, 'link_expired', 'پیوند گذشت')
    const bytes = version === films.version ? films.bytes.get(name) : undefined
    if (!bytes) return refused(404, 'not_found', 'نیست')
    const headers = {
      'Content-Type': 'video/mp4',
      ETag: `"${version}-${name}"`,
      'Content-Length': String(bytes.length),
    }
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
    if (from === 0) return new Response(bytes, { headers })
    const rest = bytes.slice(from)
    return new Response(rest, {
      status: 206,
      headers: {
        ...headers,
        'Content-Length': String(rest.length),
        'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
      },
    })
  }
  return films
}

/** All files of the film. Segments repeat `mark` and their name, so that files of two versions always differ. */
export function filmBytes(mark: string): Map<string, Uint8Array<ArrayBuffer>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  const text = (name: string, lines: string[]) => files.set(name, new TextEncoder().encode(`${lines.join('\n')}\n`))
  text('master.m3u8', [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="English",DEFAULT=YES,URI="audio/index.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=720000,RESOLUTION=1280x720,AUDIO="audio"',
    '720/index.m3u8',
    '#EXT-X-STREAM-INF:BANDWIDTH=360000,RESOLUTION=640x360,AUDIO="audio"',
    '360/index.m3u8',
  ])
  for (const folder of ['720', '360', 'audio']) {
    const segments = Array.from({ length: SEGMENTS }, (_, at) => `${at}.m4s`)
    const lines = segments.flatMap((name) => ['#EXTINF:4.0,', name])
    text(`${folder}/index.m3u8`, ['#EXTM3U', '#EXT-X-MAP:URI="init.mp4"', ...lines, '#EXT-X-ENDLIST'])
    for (const name of ['init.mp4', ...segments]) files.set(`${folder}/${name}`, piece(`${mark}${folder}/${name}`))
  }
  files.set('fa.vtt', piece(`${mark}fa`))
  text('thumbnails.vtt', ['WEBVTT', '', '00:00.000 --> 00:04.000', 'thumbnails.jpg#xywh=0,0,160,90'])
  files.set('thumbnails.jpg', piece(`${mark}jpg`))
  return files
}

function piece(content: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(content.repeat(SEGMENT).slice(0, SEGMENT))
}

function refused(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status })
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

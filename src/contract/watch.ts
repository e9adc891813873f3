import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { FILE_LANGUAGES, Stream, Subtitle } from './files.ts'
import { Id, lenient, listOf, one } from './shapes.ts'
import { TitleCard } from './titleCards.ts'

/** The title's part of `watch/{imdb}/{id}` and `watch/trailer/{imdb}`: its IMDb id, or its number without one. */
export function watchKey({ id, imdb }: { id: number; imdb: string | null }): string {
  return imdb ?? `t${id}`
}

const WatchKey = v.pipe(v.string(), v.regex(/^(tt\d{7,8}|t[1-9]\d{0,9})$/))
/** File ids are longer than other ids. */
const WatchId = v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/), v.transform(Number), Id)

/** 1: the dubbed version, 0: the other one; undefined, also for anything else: no request. */
export const RequestedVersion = v.pipe(
  v.unknown(),
  v.metadata({ enum: ['0', '1'] }),
  v.transform((raw): 0 | 1 | undefined => (raw === 1 || raw === '1' ? 1 : raw === 0 || raw === '0' ? 0 : undefined)),
)

const WatchEpisode = v.object({
  id: Id,
  season: v.number(),
  number: v.number(),
  titleFa: lenient(v.nullable(v.string()), null),
  titleEn: lenient(v.nullable(v.string()), null),
  /** `{id}` of `watch/{imdb}/{id}` for the next episode in the same language */
  fileId: Id,
})
export type WatchEpisode = v.InferOutput<typeof WatchEpisode>

/** Everything the player needs for a film or episode. `stream` is null when `needs` says what is missing. */
export const Watch = v.object({
  title: TitleCard,
  /** in the form of `Title.backdrop`; shown before the first frame */
  backdrop: lenient(v.nullable(v.string()), null),
  /** the played title, under whose id (with `episode.id`) positions are stored */
  fileId: Id,
  /** the quality that the address names; null when it names a film or an episode */
  quality: lenient(v.nullable(v.string()), null),
  language: lenient(v.picklist(FILE_LANGUAGES), 'original'),
  /** all language versions including this one, each by one of its files */
  versions: lenient(listOf(v.object({ language: v.picklist(FILE_LANGUAGES), fileId: Id })), []),
  /** null for a film; `next` crosses seasons */
  episode: lenient(v.nullable(WatchEpisode), null),
  previous: lenient(v.nullable(WatchEpisode), null),
  next: lenient(v.nullable(WatchEpisode), null),
  stream: lenient(v.nullable(Stream), null),
  needs: lenient(v.nullable(v.picklist(['login', 'premium'])), null),
})
export type Watch = v.InferOutput<typeof Watch>

/** Public and permanent: its addresses are not signed. */
export const Trailer = v.object({
  title: TitleCard,
  backdrop: lenient(v.nullable(v.string()), null),
  durationSeconds: lenient(v.nullable(v.number()), null),
  /** HLS first (`application/vnd.apple.mpegurl`), then MP4 (`video/mp4`) */
  sources: listOf(v.object({ src: v.string(), type: v.string() })),
  subtitles: lenient(listOf(Subtitle), []),
  thumbnails: lenient(v.nullable(v.string()), null),
})
export type Trailer = v.InferOutput<typeof Trailer>

/**
 * Extensions of the specification. Both answer 404 with a sentence and, where possible, `existing: {path}` of the
 * title's page.
 */
export const watchApi = {
  /** A title's trailer. */
  trailer: endpoint('GET', '/api/watch/trailer/:imdb', { params: v.object({ imdb: WatchKey }), reply: one(Trailer) }),
  /**
   * `imdb`: `watchKey`. `id`: a file, an episode or the title; for the latter two the server picks dubbed, else
   * subtitled, else original. `dub=1` asks for the dubbed version and `dub=0` for the other one, also in place of the
   * named file; ignored when that version does not exist. Each call returns a new link. 404: unknown title, an id of another title, or not released
   * yet.
   */
  show: endpoint('GET', '/api/watch/:imdb/:id', {
    params: v.object({ imdb: WatchKey, id: WatchId }),
    query: v.object({ dub: v.optional(RequestedVersion) }),
    reply: one(Watch),
  }),
}

import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { FILE_LANGUAGES, Stream, Subtitle } from './files.ts'
import { Id, lenient, listOf, one } from './shapes.ts'
import { TitleCard } from './titleCards.ts'

/** What titles are called in the addresses `watch/{imdb}/{id}` and `watch/trailer/{imdb}`: their number where they have no IMDb id. */
export function watchKey({ id, imdb }: { id: number; imdb: string | null }): string {
  return imdb ?? `t${id}`
}

const WatchKey = v.pipe(v.string(), v.regex(/^(tt\d{7,8}|t[1-9]\d{0,9})$/))
/** File ids are longer than others. */
const WatchId = v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/), v.transform(Number), Id)

const WatchEpisode = v.object({
  id: Id,
  season: v.number(),
  number: v.number(),
  titleFa: lenient(v.nullable(v.string()), null),
  titleEn: lenient(v.nullable(v.string()), null),
  /** what `watch/{imdb}/{id}` takes to play it in the same language */
  fileId: Id,
})
export type WatchEpisode = v.InferOutput<typeof WatchEpisode>

/** All that the player needs of one film or episode. `stream` is nothing where `needs` says what is missing. */
export const Watch = v.object({
  title: TitleCard,
  /** as `Title.backdrop`: to stand there before the first picture */
  backdrop: lenient(v.nullable(v.string()), null),
  /** what is played: the id to remember positions by, with `episode.id` */
  fileId: Id,
  /** the quality that the address asks for; nothing when it names the film or episode alone */
  quality: lenient(v.nullable(v.string()), null),
  language: lenient(v.picklist(FILE_LANGUAGES), 'original'),
  /** in which other languages there are versions, by a file of each, this one among them */
  versions: lenient(listOf(v.object({ language: v.picklist(FILE_LANGUAGES), fileId: Id })), []),
  /** nothing of a film; `next` goes over the ends of seasons */
  episode: lenient(v.nullable(WatchEpisode), null),
  previous: lenient(v.nullable(WatchEpisode), null),
  next: lenient(v.nullable(WatchEpisode), null),
  stream: lenient(v.nullable(Stream), null),
  needs: lenient(v.nullable(v.picklist(['login', 'premium'])), null),
})
export type Watch = v.InferOutput<typeof Watch>

/** Open to all and for ever: its addresses are not signed. */
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

/** Extensions. Both answer 404 with words of their own, and lead on where they can (`existing: {path}`, the title's page). */
export const watchApi = {
  trailer: endpoint('GET', '/api/watch/trailer/:imdb', { params: v.object({ imdb: WatchKey }), reply: one(Trailer) }),
  /**
   * `imdb`: `watchKey`. `id`: of a file, or of an episode, or of the title itself; the last two play the best version
   * there is for a Persian ear: dubbed, else subtitled, else original. Asked again it gives a new link. 404: no such title;
   * an id of another title; not released yet.
   */
  show: endpoint('GET', '/api/watch/:imdb/:id', {
    params: v.object({ imdb: WatchKey, id: WatchId }),
    reply: one(Watch),
  }),
}

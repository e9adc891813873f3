import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdText, IsoTime, lenient, listOf, many } from './shapes.ts'

/** Worst first; `quality` of a record may be another one, which a client shows as it is. */
export const QUALITIES = ['480p', '720p', '1080p'] as const

/** Of a version: spoken in Persian; in its own language with Persian subtitles; in its own language. */
export const FILE_LANGUAGES = ['dubbed', 'subtitled', 'original'] as const
export type FileLanguage = (typeof FILE_LANGUAGES)[number]

/** What the caller has to do to get the links that are missing: sign in, or become a subscriber. */
const Needs = v.nullable(v.picklist(['login', 'premium']))

/** All addresses here: relative ones stand on the API base. `lang`: BCP 47; `url`: WebVTT in UTF-8, a plain file. */
export const Subtitle = v.object({ lang: v.string(), label: v.string(), url: v.string() })
export type Subtitle = v.InferOutput<typeof Subtitle>

/**
 * One file of a film or of an episode. Its id is the `{id}` of `watch/{imdb}/{id}`. A guest gets the stream of what is not
 * for subscribers; downloads are for people who are signed in.
 */
export const File = v.object({
  id: Id,
  titleId: Id,
  /** the catalogue's (`Title.seasons`), nothing for a film; `season` and `episode` are its numbers */
  episodeId: lenient(v.nullable(Id), null),
  season: lenient(v.nullable(v.number()), null),
  episode: lenient(v.nullable(v.number()), null),
  /** `1080p` */
  quality: v.string(),
  /** `H.264`, `AV1` */
  codec: lenient(v.string(), ''),
  language: lenient(v.picklist(FILE_LANGUAGES), 'original'),
  /** exactly what the download is */
  sizeBytes: lenient(v.nullable(v.number()), null),
  durationSeconds: lenient(v.nullable(v.number()), null),
  /** the HLS master of the version, with every quality (see `Stream.master`); nothing when `locked` */
  stream: lenient(v.nullable(v.string()), null),
  /** the whole file, MP4, with ranges, named as `name` says; nothing when `locked`, or for a guest */
  download: lenient(v.nullable(v.string()), null),
  /** `The.Godfather.1972.720p.Dubbed.Parde.mp4` */
  name: lenient(v.nullable(v.string()), null),
  subtitles: lenient(listOf(Subtitle), []),
  /** there is no link for this caller */
  locked: lenient(v.boolean(), false),
  needs: lenient(Needs, null),
  /** when `stream`, `download` and the subtitles' links end; the same call gives new ones */
  expiresAt: lenient(v.nullable(IsoTime), null),
})
export type File = v.InferOutput<typeof File>

/** One quality of a stream. `sizeBytes`: all that a kept copy of it holds: its video, every audio, subtitles and thumbnails. */
const StreamQuality = v.object({
  quality: v.string(),
  width: v.number(),
  height: v.number(),
  /** bits per second at most, as in the master */
  bandwidth: v.number(),
  sizeBytes: v.number(),
  /** its media playlist, relative to the master: `720p/index.m3u8` */
  playlist: v.string(),
})

/** One voice of a stream. */
const StreamAudio = v.object({
  language: v.picklist(['dubbed', 'original']),
  lang: v.string(),
  label: v.string(),
  /** what the version is heard in unless told */
  isDefault: v.boolean(),
  playlist: v.string(),
})

/**
 * A way to play one version, signed for one person until `expiresAt`.
 *
 * Addresses are `/media/stream/{signed}/{fileId}/{version}/{name}`: the signature stands before the name, so that all URIs
 * in playlists are relative and carry it, and a renewed link names the same bytes by the same `{fileId}/{version}/{name}`.
 * The signature is enough: no cookie, no header (`credentials: 'omit'`). A link ends at `expiresAt` and never outlives the
 * person's subscription. The call that gave it gives another at any time; what is playing goes on under it by the same names.
 *
 * Refused are, as `Failure` with words in Persian: 403 `link_expired` (ask anew), 403 `link_invalid` (not made by us, or of
 * another file), 404 `not_found` (no such quality, segment, version), 416 where a range lies outside.
 */
export const Stream = v.object({
  /**
   * The HLS master: fragmented MP4, H.264 and AAC, segments of 4 s as files of their own, no byte ranges. One variant per
   * quality, video alone; audio in the group `audio` (first the version's own voice, `DEFAULT=YES`); WebVTT in the group
   * `subtitles`, Persian `DEFAULT=YES` where the version is `subtitled`. `qualities`, `audios`, `subtitles` say the same.
   */
  master: v.string(),
  expiresAt: IsoTime,
  /** the server's time, for devices whose clock is wrong */
  now: IsoTime,
  /** how long a copy on a device may be played without asking again */
  keepUntil: lenient(v.nullable(IsoTime), null),
  /** another one when any byte is another */
  version: v.string(),
  durationSeconds: v.number(),
  /** best first */
  qualities: lenient(listOf(StreamQuality), []),
  audios: lenient(listOf(StreamAudio), []),
  subtitles: lenient(listOf(Subtitle), []),
  /** WebVTT whose cues name parts of one picture beside it: `thumbnails.jpg#xywh=0,0,160,90` */
  thumbnails: lenient(v.nullable(v.string()), null),
})
export type Stream = v.InferOutput<typeof Stream>

/** Most files that one call asks the links of. */
export const LINKS_MAX = 50

const FileIds = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/),
  v.transform((text) => [...new Set(text.split(',').map(Number))]),
  v.maxLength(LINKS_MAX),
)

/** Where a file stands with the caller: its stream, or why there is none. */
export const FileLink = v.object({
  id: Id,
  stream: lenient(v.nullable(Stream), null),
  /** `premium_required`, `not_found`; words for people */
  refusal: lenient(v.nullable(v.object({ code: v.string(), message: v.string() })), null),
})
export type FileLink = v.InferOutput<typeof FileLink>

export const filesApi = {
  /** Of a film, or of all episodes in their order; best quality first. Nothing for what is still to come. */
  list: endpoint('GET', '/api/titles/:id/files', { params: v.object({ id: IdText }), reply: many(File) }),
  /** An extension, for copies on the device: links of so many files, or the news that they are no longer to be had. */
  links: endpoint('GET', '/api/user/files', {
    access: 'user',
    query: v.object({ ids: FileIds }),
    reply: many(FileLink),
  }),
}

import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdText, IsoTime, lenient, listOf, many } from './shapes.ts'

/** Lowest first. A record may have a `quality` that is not listed here; clients show it unchanged. */
export const QUALITIES = ['480p', '720p', '1080p'] as const

/** Dubbed in Persian; original language with Persian subtitles; original language only. */
export const FILE_LANGUAGES = ['dubbed', 'subtitled', 'original'] as const
export type FileLanguage = (typeof FILE_LANGUAGES)[number]

/** The missing right for the links: to sign in, or a subscription. */
const Needs = v.nullable(v.picklist(['login', 'premium']))

/**
 * All addresses are absolute or relative to the API base. `lang`: BCP 47, each once; further subtitles of a language have
 * a private subtag (`en-x-sdh`). `url`: a WebVTT file in UTF-8.
 */
export const Subtitle = v.object({ lang: v.string(), label: v.string(), url: v.string() })
export type Subtitle = v.InferOutput<typeof Subtitle>

/**
 * One file of a film or an episode; its id is the `{id}` of `watch/{imdb}/{id}`. Guests may stream what needs no
 * subscription; downloads need an account.
 */
export const File = v.object({
  id: Id,
  titleId: Id,
  /** the episode's id in `Title.seasons`, null for a film; `season` and `episode` are its numbers */
  episodeId: lenient(v.nullable(Id), null),
  season: lenient(v.nullable(v.number()), null),
  episode: lenient(v.nullable(v.number()), null),
  /** for example `1080p` */
  quality: v.string(),
  /** for example `H.264` or `AV1` */
  codec: lenient(v.string(), ''),
  language: lenient(v.picklist(FILE_LANGUAGES), 'original'),
  /** exact size of the download */
  sizeBytes: lenient(v.nullable(v.number()), null),
  durationSeconds: lenient(v.nullable(v.number()), null),
  /** the HLS master of the version with every quality (see `Stream.master`); null when `locked` */
  stream: lenient(v.nullable(v.string()), null),
  /** the whole file as MP4, with range requests, named `name`; null when `locked` or for a guest */
  download: lenient(v.nullable(v.string()), null),
  /** for example `The.Godfather.1972.720p.Dubbed.Parde.mp4` */
  name: lenient(v.nullable(v.string()), null),
  subtitles: lenient(listOf(Subtitle), []),
  /** this caller gets no link */
  locked: lenient(v.boolean(), false),
  needs: lenient(Needs, null),
  /** when the links of `stream`, `download` and the subtitles expire; call again for new ones */
  expiresAt: lenient(v.nullable(IsoTime), null),
})
export type File = v.InferOutput<typeof File>

/**
 * One quality of a stream. `sizeBytes` is the size of a whole download: video, every audio, subtitles and thumbnails.
 */
const StreamQuality = v.object({
  quality: v.string(),
  width: v.number(),
  height: v.number(),
  /** maximum bits per second, as in the master */
  bandwidth: v.number(),
  sizeBytes: v.number(),
  /** its media playlist, relative to the master: `720p/index.m3u8` */
  playlist: v.string(),
})

/**
 * One audio track of a stream. `other`: of no language version, for example a further language or a commentary; clients
 * that do not know it leave the track out of this list and find it in the master.
 */
const StreamAudio = v.object({
  language: v.picklist(['dubbed', 'original', 'other']),
  lang: v.string(),
  label: v.string(),
  /** the track that plays unless the user chooses another */
  isDefault: v.boolean(),
  playlist: v.string(),
})

/** Kinds of chapters that can be skipped. */
export const CHAPTER_KINDS = ['recap', 'intro', 'credits'] as const

/** A part of a film, in seconds from its start. */
export const Chapter = v.object({
  start: v.number(),
  end: v.number(),
  /** null for a part of the story */
  kind: lenient(v.nullable(v.picklist(CHAPTER_KINDS)), null),
})
export type Chapter = v.InferOutput<typeof Chapter>

/**
 * A way to play one version, signed for one user until `expiresAt`.
 *
 * Addresses are `/media/stream/{signed}/{fileId}/{version}/{name}`. The signature precedes the name, so relative URIs
 * in playlists carry it, and a renewed link names the same bytes by the same `{fileId}/{version}/{name}`. The signature
 * suffices: no cookie and no header (`credentials: 'omit'`). A link never outlives the user's subscription. Calling
 * again gives another link at any time; playback continues under it.
 *
 * Refusals are `Failure`s: 403 `link_expired` (ask for a new link), 403 `link_invalid` (forged, or of another file),
 * 404 `not_found` (unknown quality, segment or version), 416 for a range outside the file.
 */
export const Stream = v.object({
  /**
   * The HLS master: fragmented MP4, H.264 and AAC, 4 s segments in separate files, no byte ranges. One video variant
   * for each quality; audio in the group `audio` (the version's own track first, `DEFAULT=YES`; every `NAME` once); WebVTT in the group
   * `subtitles`, Persian with `DEFAULT=YES` where the version is `subtitled`. `qualities`, `audios` and `subtitles`
   * list the same.
   */
  master: v.string(),
  expiresAt: IsoTime,
  /** the server's time, for devices whose clock is wrong */
  now: IsoTime,
  /** how long a download may be played without a new permission */
  keepUntil: lenient(v.nullable(IsoTime), null),
  /** differs whenever any byte differs */
  version: v.string(),
  durationSeconds: v.number(),
  /** highest first */
  qualities: lenient(listOf(StreamQuality), []),
  audios: lenient(listOf(StreamAudio), []),
  subtitles: lenient(listOf(Subtitle), []),
  /** WebVTT whose cues name regions of the sprite beside it: `thumbnails.jpg#xywh=0,0,160,90` */
  thumbnails: lenient(v.nullable(v.string()), null),
  /** in their order; they may have gaps */
  chapters: lenient(listOf(Chapter), []),
})
export type Stream = v.InferOutput<typeof Stream>

/** Maximum number of files in one call for links. */
export const LINKS_MAX = 50

const FileIds = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/),
  v.transform((text) => [...new Set(text.split(',').map(Number))]),
  v.maxLength(LINKS_MAX),
)

/** A file's state for the caller: its stream, or why it has none. */
export const FileLink = v.object({
  id: Id,
  stream: lenient(v.nullable(Stream), null),
  /** `premium_required` or `not_found`, with a sentence for the user */
  refusal: lenient(v.nullable(v.object({ code: v.string(), message: v.string() })), null),
})
export type FileLink = v.InferOutput<typeof FileLink>

export const filesApi = {
  /** The files of a film, or of all episodes in their order; highest quality first. Empty for an unreleased title. */
  list: endpoint('GET', '/api/titles/:id/files', { params: v.object({ id: IdText }), reply: many(File) }),
  /** An extension of the specification, for downloads: new links for many files, or the news that a file is gone. */
  links: endpoint('GET', '/api/user/files', {
    access: 'user',
    query: v.object({ ids: FileIds }),
    reply: many(FileLink),
  }),
}

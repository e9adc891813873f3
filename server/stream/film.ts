import * as v from 'valibot'
import { Chapter } from '#contract/files.ts'
import { parseJson } from '#server/platform/parseJson.ts'
import { readWhole, type Storage } from '#server/storage/storage.ts'
import type { FilmDelivery } from './sendFile.ts'

/** The sample's subtitles. */
export const SUBTITLES = ['fa', 'en'] as const
export const VOICES = ['original', 'dubbed'] as const
/** The voice of a language version. */
export type Voice = (typeof VOICES)[number]
const VOICE_KINDS = ['commentary', 'description'] as const
/** A commentary on the film, or a description of its pictures for blind people. */
export type VoiceKind = (typeof VOICE_KINDS)[number]

/** A film prepared for sending: the demo's sample, or a film of the operator. Sizes are bytes as sent. */
export const Film = v.object({
  /** hash of its content */
  version: v.string(),
  /** everyone may watch it, without a link */
  isTrailer: v.optional(v.boolean()),
  seconds: v.number(),
  /** films prepared before this field existed have 25 */
  framesPerSecond: v.optional(v.number(), 25),
  qualities: v.array(
    v.object({
      quality: v.string(),
      width: v.number(),
      height: v.number(),
      codecs: v.string(),
      bandwidth: v.number(),
      size: v.number(),
    }),
  ),
  audios: v.array(
    v.object({
      /** one of `VOICES`, or `other1`, `other2` and so on */
      voice: v.pipe(v.string(), v.regex(/^(original|dubbed|other\d{1,2})$/)),
      /** BCP 47; by default the title's language, Persian for the dubbed voice */
      lang: v.optional(v.string()),
      /** of a further voice, as its source names it */
      title: v.optional(v.string()),
      kind: v.optional(v.picklist(VOICE_KINDS)),
      channels: v.optional(v.number(), 1),
      codecs: v.string(),
      bandwidth: v.number(),
      size: v.number(),
    }),
  ),
  /** as `subtitleTag`; the sample plays as titles with and without subtitles, so it leaves them out */
  subtitles: v.optional(v.array(v.string())),
  chapters: v.optional(v.array(Chapter), []),
  /** size of subtitles and thumbnails */
  besideSize: v.number(),
  /** by `{quality}[-av1]-{voice}` */
  downloads: v.record(v.string(), v.number()),
})
export type Film = v.InferOutput<typeof Film>
export type FilmInput = v.InferInput<typeof Film>

/** A prepared film and where its files are. */
export interface PreparedFilm extends Film {
  storage: Storage
  folder: string
  /** Default: through the server, as the demo's sample. */
  delivery?: FilmDelivery | undefined
}

/** Written last and deleted first: a folder with this file is complete. */
export const FILM_FILE = 'film.json'
/** Folder of the operator's films, each in a folder named by its version. */
export const LIBRARY = 'library'

/** Reads a prepared film, whichever process made it; undefined if the folder has no complete one. */
export async function readFilm(storage: Storage, folder: string): Promise<PreparedFilm | undefined> {
  const content = await readWhole(storage, `${folder}/${FILM_FILE}`)
  if (!content) return undefined
  const film = v.safeParse(Film, parseJson(new TextDecoder().decode(content)))
  return film.success ? { ...film.output, storage, folder } : undefined
}

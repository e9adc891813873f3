import { FILE_LANGUAGES, type FileLanguage } from '#contract/files.ts'
import { episodeId } from '#server/catalogue/ids.ts'

/** The encodings of a film or episode, best first per codec. Their order is part of every file id. */
export const ENCODINGS = [
  { quality: '1080p', codec: 'H.264', source: '1080p' },
  { quality: '720p', codec: 'H.264', source: '720p' },
  { quality: '480p', codec: 'H.264', source: '480p' },
  { quality: '720p', codec: 'AV1', source: '720p-av1' },
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Whether a quality has file ids, and so MP4 files; other qualities are in the stream only. */
export function hasFiles({ quality }: { quality: string }): boolean {
  return ENCODINGS.some(({ source }) => source === quality)
}

/** Ids reserved per film or episode. */
export const FILES_PER_WORK = 16
const PER_TITLE = 100_000

/** A file id, equal in every database like the ids it is derived from. A film counts as episode 0 of season 0. */
export function fileId(
  work: { titleId: number; season: number; number: number },
  language: FileLanguage,
  encoding: Encoding,
): number {
  const index = FILE_LANGUAGES.indexOf(language) * ENCODINGS.length + ENCODINGS.indexOf(encoding)
  return episodeId(work.titleId, work.season, work.number) * FILES_PER_WORK + index
}

/** The episode id of a file, or the title's id in that form for a film. */
export function workOf(file: number): number {
  return Math.floor(file / FILES_PER_WORK)
}

/** The title, language and encoding of a file id; the file need not exist. */
export function readFileId(file: number): { titleId: number; language: FileLanguage; encoding: Encoding } | undefined {
  const index = file % FILES_PER_WORK
  const language = FILE_LANGUAGES[Math.floor(index / ENCODINGS.length)]
  const encoding = ENCODINGS[index % ENCODINGS.length]
  return language && encoding && { titleId: Math.floor(workOf(file) / PER_TITLE), language, encoding }
}

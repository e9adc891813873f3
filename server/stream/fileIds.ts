import { FILE_LANGUAGES, type FileLanguage } from '#contract/files.ts'
import { episodeId } from '#server/catalogue/ids.ts'

/** What a film or episode is offered in, worst last within a codec. Their order is part of every file's id. */
export const ENCODINGS = [
  { quality: '1080p', codec: 'H.264', source: '1080p' },
  { quality: '720p', codec: 'H.264', source: '720p' },
  { quality: '480p', codec: 'H.264', source: '480p' },
  { quality: '720p', codec: 'AV1', source: '720p-av1' },
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** So many ids belong to one film or episode. */
const FILES = 16
const PER_TITLE = 100_000

/** The same in every database, as the ids it is made from; a film is the episode without a number. */
export function fileId(
  work: { titleId: number; season: number; number: number },
  language: FileLanguage,
  encoding: Encoding,
): number {
  const place = FILE_LANGUAGES.indexOf(language) * ENCODINGS.length + ENCODINGS.indexOf(encoding)
  return episodeId(work.titleId, work.season, work.number) * FILES + place
}

/** Which film or episode a file is of: the number of its episode, or of its title in the place of one. */
export function workOf(file: number): number {
  return Math.floor(file / FILES)
}

/** Which title a file is of, and in what it is; there need not be such a file. */
export function readFileId(file: number): { titleId: number; language: FileLanguage; encoding: Encoding } | undefined {
  const place = file % FILES
  const language = FILE_LANGUAGES[Math.floor(place / ENCODINGS.length)]
  const encoding = ENCODINGS[place % ENCODINGS.length]
  return language && encoding && { titleId: Math.floor(workOf(file) / PER_TITLE), language, encoding }
}

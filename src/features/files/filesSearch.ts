import * as v from 'valibot'
import { FILE_LANGUAGES, type File, type FileLanguage, QUALITIES } from '#contract/files.ts'
import { wholeNumber } from '#contract/shapes.ts'
import { normalizeWord } from '#parts/navigation/normalizeWord.ts'
import { linesOf } from './groupFiles.ts'

export const ALL = 'all'
export const LANGUAGE_CHOICES = [ALL, ...FILE_LANGUAGES] as const
/** Those that are remembered from one title to the next; others are of one title alone. */
export const QUALITY_CHOICES = [ALL, ...QUALITIES] as const
type LanguageChoice = (typeof LANGUAGE_CHOICES)[number]

/** What the address asks for; what it leaves out is as the person had it the last time. */
export interface FilesAddress {
  season?: number | undefined
  quality?: string | undefined
  language?: LanguageChoice | undefined
}

const Language = v.fallback(v.optional(v.picklist(LANGUAGE_CHOICES)), undefined)
const Quality = v.pipe(v.string(), v.regex(/^[a-z0-9]{1,12}$/))

/** Whatever an address may hold: what is no season, quality or language is not asked for. */
export function readFilesAddress(raw: Record<string, unknown>): FilesAddress {
  const season = wholeNumber(raw.season)
  const asked = v.safeParse(Quality, normalizeWord(typeof raw.quality === 'number' ? String(raw.quality) : raw.quality))
  return {
    season: Number.isFinite(season) && season >= 0 && season < 10_000 ? season : undefined,
    quality: asked.success ? asked.output : undefined,
    language: v.parse(Language, normalizeWord(raw.language)),
  }
}

export interface Offered {
  qualities: string[]
  languages: FileLanguage[]
}

/** What there is to choose from, best first. */
export function offeredBy(files: readonly File[]): Offered {
  const qualities = [...new Set(files.map(({ quality }) => quality))]
  const languages = new Set(files.map(({ language }) => language))
  return {
    qualities: qualities.toSorted((one, other) => linesOf(other) - linesOf(one)),
    languages: FILE_LANGUAGES.filter((language) => languages.has(language)),
  }
}

/** A wish as this title can fulfil it: `1080` is `1080p`; what it does not have is everything. */
export function settled(wish: { quality: string; language: string }, offered: Offered) {
  const quality = offered.qualities.find(
    (one) => one.toLowerCase() === wish.quality || one.toLowerCase() === `${wish.quality}p`,
  )
  const language = offered.languages.find((one) => one === wish.language)
  // Of one kind alone nothing can be left out.
  return {
    quality: offered.qualities.length > 1 ? (quality ?? ALL) : ALL,
    language: offered.languages.length > 1 ? (language ?? ALL) : ALL,
  }
}

/** What a settled wish leaves. When nothing is both, the language has the last word. */
export function filtered(files: readonly File[], { quality, language }: { quality: string; language: string }): File[] {
  const spoken = files.filter((file) => language === ALL || file.language === language)
  const fine = spoken.filter((file) => quality === ALL || file.quality === quality)
  return fine.length > 0 ? fine : spoken
}

import * as v from 'valibot'
import { FILE_LANGUAGES, type File, type FileLanguage, QUALITIES } from '#contract/files.ts'
import { wholeNumber } from '#contract/shapes.ts'
import { ALL, LANGUAGE_CHOICES, type LanguageChoice } from '#parts/navigation/languageChoice.ts'
import { normalizeWord } from '#parts/navigation/normalizeWord.ts'
import { heightOf } from './groupFiles.ts'

/** These choices are remembered across titles; other qualities belong to one title only. */
export const QUALITY_CHOICES = [ALL, ...QUALITIES] as const

/** The filters in the address; missing ones default to the user's last choice. */
export interface FilesAddress {
  season?: number | undefined
  quality?: string | undefined
  language?: LanguageChoice | undefined
}

const Language = v.fallback(v.optional(v.picklist(LANGUAGE_CHOICES)), undefined)
const Quality = v.pipe(v.string(), v.regex(/^[a-z0-9]{1,12}$/))

/** Parses the address and drops invalid seasons, qualities and languages. */
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

/** The available qualities and languages, best first. */
export function availableFilters(files: readonly File[]): Offered {
  const qualities = [...new Set(files.map(({ quality }) => quality))]
  const languages = new Set(files.map(({ language }) => language))
  return {
    qualities: qualities.toSorted((one, other) => heightOf(other) - heightOf(one)),
    languages: FILE_LANGUAGES.filter((language) => languages.has(language)),
  }
}

/** Matches requested filters with the available ones: `1080` becomes `1080p`, unavailable values become "all". */
export function resolveFilters(filters: { quality: string; language: string }, offered: Offered) {
  const quality = offered.qualities.find(
    (one) => one.toLowerCase() === filters.quality || one.toLowerCase() === `${filters.quality}p`,
  )
  const language = offered.languages.find((one) => one === filters.language)
  // With a single option there is nothing to filter.
  return {
    quality: offered.qualities.length > 1 ? (quality ?? ALL) : ALL,
    language: offered.languages.length > 1 ? (language ?? ALL) : ALL,
  }
}

/** Filters the files. When no file matches both filters, only the language counts. */
export function filterFiles(
  files: readonly File[],
  { quality, language }: { quality: string; language: string },
): File[] {
  const spoken = files.filter((file) => language === ALL || file.language === language)
  const fine = spoken.filter((file) => quality === ALL || file.quality === quality)
  return fine.length > 0 ? fine : spoken
}

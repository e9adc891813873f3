import { once } from '#data/platform/once.ts'
import { formatNumber, persianDigits } from './format.ts'

/**
 * Facts joined for the line under a title; unknown ones are omitted. By commas: between Persian digits a middle dot
 * reads as zero.
 */
export function factsLine(facts: (string | false | null | undefined)[]): string {
  return facts.filter(Boolean).join('، ')
}

/** A rating split into whole and decimal part, so that the whole can be bold: «۹» and «٫۲». */
export function splitRating(rating: number): { whole: string; fraction: string } {
  const [before = '', after = ''] = rating.toFixed(1).split('.')
  return { whole: persianDigits(before), fraction: `٫${persianDigits(after)}` }
}

/** A running time in minutes: «۲ ساعت و ۵۵ دقیقه»; undefined when unknown. */
export function runtimeWords(minutes: number | null): string | undefined {
  if (minutes === null || !(minutes >= 1)) return undefined
  const [hours, rest] = [Math.floor(Math.round(minutes) / 60), Math.round(minutes) % 60]
  const parts = [hours > 0 && `${formatNumber(hours)} ساعت`, rest > 0 && `${formatNumber(rest)} دقیقه`]
  return parts.filter(Boolean).join(' و ')
}

/** The number of votes, rounded: «۲٫۱ میلیون رأی»; undefined without votes. */
export function votesWords(votes: number): string | undefined {
  return votes >= 1 ? `${roundNumber(votes)} رأی` : undefined
}

const rounded = once(() => new Intl.NumberFormat('fa-IR', { notation: 'compact', maximumFractionDigits: 1 }))

/** «۲٫۱ میلیون» */
export function roundNumber(value: number): string {
  return rounded().format(value)
}

export function yearWords(year: number | null): string | undefined {
  return year === null ? undefined : persianDigits(year)
}

/** «۹۷٪» of a value in hundredths. */
export function percentWords(hundredths: number): string {
  return `${formatNumber(hundredths)}٪`
}

/** «۵ فصل، ۶۲ قسمت» for a series; a number and its noun do not wrap apart. */
export function seasonsWords(seasons: { episodes: unknown[] }[]): string | undefined {
  if (seasons.length === 0) return undefined
  const episodes = seasons.reduce((sum, season) => sum + season.episodes.length, 0)
  const count = (number: number, noun: string) => `${formatNumber(number)}\u00a0${noun}`
  return factsLine([count(seasons.length, 'فصل'), episodes > 0 && count(episodes, 'قسمت')])
}

/** «ایالات متحده» for `US`; unknown codes stay unchanged. */
export function countryName(code: string): string {
  return nameOf(regionNames(), code)
}

/** «انگلیسی» for `en`. */
export function languageName(code: string): string {
  return nameOf(languageNames(), code)
}

const regionNames = once(() => new Intl.DisplayNames('fa', { type: 'region' }))
const languageNames = once(() => new Intl.DisplayNames('fa', { type: 'language' }))

function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code
  } catch (failure) {
    // No code of this type.
    if (failure instanceof RangeError) return code
    throw failure
  }
}

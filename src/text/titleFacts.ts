import { formatCompact, formatNumber, formatRuntime } from './format.ts'

/** Facts one after the other, as under a title; what is not known is left out. */
export function factsLine(facts: (string | null | undefined)[]): string {
  return facts.filter(Boolean).join(' · ')
}

/** A running time in whole minutes as people say it; nothing when there is none to tell. */
export function runtimeWords(minutes: number | null): string | undefined {
  return minutes !== null && minutes >= 1 ? formatRuntime(Math.round(minutes)) : undefined
}

/** How many voted, in round words: «۲٫۱ میلیون رأی»; nothing when nobody did. */
export function votesWords(votes: number): string | undefined {
  return votes >= 1 ? `${formatCompact(votes)} رأی` : undefined
}

/** How much of a series there is: «۵ فصل · ۶۲ قسمت». */
export function seasonsWords(seasons: { episodes: unknown[] }[]): string | undefined {
  if (seasons.length === 0) return undefined
  const episodes = seasons.reduce((sum, season) => sum + season.episodes.length, 0)
  return factsLine([`${formatNumber(seasons.length)} فصل`, episodes > 0 ? `${formatNumber(episodes)} قسمت` : null])
}

/** «ایالات متحده» for `US`; a code nobody knows stays as it is. */
export function countryName(code: string): string {
  return nameOf('region', code)
}

/** «انگلیسی» for `en`. */
export function languageName(code: string): string {
  return nameOf('language', code)
}

const names = new Map<string, Intl.DisplayNames>()

function nameOf(type: 'region' | 'language', code: string): string {
  const known = names.get(type) ?? new Intl.DisplayNames('fa', { type })
  names.set(type, known)
  try {
    return known.of(code) ?? code
  } catch {
    return code
  }
}

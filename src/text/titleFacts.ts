const plain = new Intl.NumberFormat('fa-IR', { useGrouping: false, maximumFractionDigits: 0 })
const grouped = new Intl.NumberFormat('fa-IR', { maximumFractionDigits: 0 })
const compact = new Intl.NumberFormat('fa-IR', { notation: 'compact', maximumFractionDigits: 1 })
const tenths = new Intl.NumberFormat('fa-IR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat('fa-IR', { style: 'percent', maximumFractionDigits: 0 })

/** Facts one after the other, as under a title; what is not known is left out. */
export function factsLine(facts: (string | null | undefined)[]): string {
  return facts.filter(Boolean).join(' · ')
}

/** A rating's whole part and the rest of it, always with one decimal: «۹» and «٫۲». */
export function ratingParts(rating: number): [whole: string, fraction: string] {
  const parts = tenths.formatToParts(rating)
  const point = parts.findIndex(({ type }) => type === 'decimal')
  const text = (from: number, to: number) =>
    parts
      .slice(from, to)
      .map(({ value }) => value)
      .join('')
  return [text(0, point), text(point, parts.length)]
}

/** A running time in minutes as people say it: «۲ ساعت و ۵۵ دقیقه». */
export function runtimeWords(minutes: number | null): string | undefined {
  if (minutes === null || !(minutes >= 1)) return undefined
  const whole = Math.round(minutes)
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  if (hours === 0) return `${plain.format(rest)} دقیقه`
  if (rest === 0) return `${plain.format(hours)} ساعت`
  return `${plain.format(hours)} ساعت و ${plain.format(rest)} دقیقه`
}

/** How many voted, in round words: «۲٫۱ میلیون رأی». Nothing when nobody did. */
export function votesWords(votes: number): string | undefined {
  return votes >= 1 ? `${compact.format(votes)} رأی` : undefined
}

/** How many like something, short enough for a button; nothing for none. */
export function likesWords(likes: number): string | undefined {
  return likes >= 1 ? compact.format(likes) : undefined
}

export function yearWords(year: number | null): string | undefined {
  return year === null ? undefined : plain.format(year)
}

export function percentWords(whole: number): string {
  return percent.format(whole / 100)
}

export function countWords(count: number): string {
  return grouped.format(count)
}

/** How much of a series there is: «۵ فصل · ۶۲ قسمت». */
export function seasonsWords(seasons: { episodes: unknown[] }[]): string | undefined {
  if (seasons.length === 0) return undefined
  const episodes = seasons.reduce((sum, season) => sum + season.episodes.length, 0)
  return factsLine([`${plain.format(seasons.length)} فصل`, episodes > 0 ? `${grouped.format(episodes)} قسمت` : null])
}

const regions = new Intl.DisplayNames('fa', { type: 'region' })
const languages = new Intl.DisplayNames('fa', { type: 'language' })

/** «ایالات متحده» for `US`; a code nobody knows stays as it is. */
export function countryName(code: string): string {
  return nameOf(regions, code)
}

/** «انگلیسی» for `en`. */
export function languageName(code: string): string {
  return nameOf(languages, code)
}

function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

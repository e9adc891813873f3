import { FILE_LANGUAGES, type File } from '#contract/files.ts'
import type { Title } from '#contract/titles.ts'

/** The versions of a film or an episode, best first. */
export interface Versions {
  /** null for a film, and for episodes missing from the catalogue */
  episodeId: number | null
  number: number | null
  titleFa: string | null
  titleEn: string | null
  files: File[]
}

/** `number`: null for a film, and for files without a season */
export interface SeasonFiles {
  number: number | null
  episodes: Versions[]
}

/** Groups files by season and episode in watching order, then sorts by quality, language, codec and size. */
export function groupFiles(files: readonly File[], seasons: Title['seasons']): SeasonFiles[] {
  const named = new Map(
    seasons.flatMap(({ number, episodes }) => episodes.map((one) => [one.id, { ...one, season: number }])),
  )
  const grouped = new Map<number | null, Map<number | null, Versions>>()
  for (const file of files) {
    const episode = file.episodeId === null ? undefined : named.get(file.episodeId)
    const season = file.season ?? episode?.season ?? null
    const number = file.episode ?? episode?.number ?? null
    const episodes = grouped.get(season) ?? new Map<number | null, Versions>()
    const known = episodes.get(number)
    const { titleFa = null, titleEn = null } = episode ?? {}
    if (known) known.files.push(file)
    else episodes.set(number, { episodeId: file.episodeId, number, titleFa, titleEn, files: [file] })
    grouped.set(season, episodes)
  }
  return [...grouped]
    .map(([number, episodes]) => ({
      number,
      episodes: [...episodes.values()]
        .toSorted((one, other) => sortKey(one.number) - sortKey(other.number))
        .map((one) => ({ ...one, files: one.files.toSorted(byVersion) })),
    }))
    .toSorted((one, other) => sortKey(one.number) - sortKey(other.number))
}

/** Sorts season 0 (specials) and missing numbers last. */
function sortKey(number: number | null): number {
  return number === null || number < 1 ? Number.MAX_SAFE_INTEGER - (number === null ? 0 : 1) : number
}

function byVersion(one: File, other: File): number {
  return (
    heightOf(other.quality) - heightOf(one.quality) ||
    other.quality.localeCompare(one.quality) ||
    FILE_LANGUAGES.indexOf(one.language) - FILE_LANGUAGES.indexOf(other.language) ||
    one.codec.localeCompare(other.codec) ||
    (other.sizeBytes ?? 0) - (one.sizeBytes ?? 0) ||
    one.id - other.id
  )
}

/** Height of a quality: 1080 for `1080p`, 2160 for `4K`; unknown qualities sort last. */
export function heightOf(quality: string): number {
  const [, figure = '0', unit] = /^(\d{1,5})\s*([a-z]?)/i.exec(quality.trim()) ?? []
  return Number(figure) * (unit?.toLowerCase() === 'k' ? 540 : 1)
}

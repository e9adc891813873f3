import type { Title } from '#contract/titles.ts'

type Episode = Title['seasons'][number]['episodes'][number]

/** The release of a title, or of its episodes, on one day. */
export interface TitleRelease {
  /** ISO date */
  day: string
  /** the episodes of a series; empty for a film, and for a series whose episodes are not announced */
  episodes: (Pick<Episode, 'id' | 'number' | 'titleFa' | 'titleEn'> & { season: number })[]
}

/** In `PackState.releases`: the title is announced without a day. */
export const UNDATED = ''
/** Length of `PackState.releases`. A daily series still fills this month and the last. No clock decides, it may be wrong. */
const LATEST_DAYS = 70
const ISO_DAY = /^\d{4}-\d{2}-\d{2}/

/** The releases of a title in the order of their days: its episodes by day, or else the title itself. */
export function releasesOf({ seasons, releasedAt }: Pick<Title, 'seasons' | 'releasedAt'>): TitleRelease[] {
  const byDay = new Map<string, TitleRelease>()
  for (const { number: season, episodes } of seasons) {
    for (const { id, number, titleFa, titleEn, airedAt } of episodes) {
      const day = isoDay(airedAt)
      if (day === undefined) continue
      const release = byDay.get(day) ?? { day, episodes: [] }
      release.episodes.push({ id, season, number, titleFa, titleEn })
      byDay.set(day, release)
    }
  }
  const own = isoDay(releasedAt)
  if (byDay.size === 0 && own !== undefined) return [{ day: own, episodes: [] }]
  return [...byDay.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1))
}

/** The latest days of releases, as stored in `PackState.releases`. */
export function releaseDays(title: Pick<Title, 'seasons' | 'releasedAt' | 'isComing'>): string[] {
  const releases = releasesOf(title)
  if (releases.length === 0) return title.isComing ? [UNDATED] : []
  return releases.slice(-LATEST_DAYS).map(({ day }) => day)
}

function isoDay(time: string | null): string | undefined {
  return time === null ? undefined : ISO_DAY.exec(time)?.[0]
}

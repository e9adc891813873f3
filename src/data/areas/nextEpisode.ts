import type { Title } from '#contract/titles.ts'
import type { Watched } from './history.ts'
import { isWatched, resumeAt } from './watchProgress.ts'

type Episode = Title['seasons'][number]['episodes'][number]

/** An episode with the number of its season. */
export interface NumberedEpisode extends Episode {
  season: number
}

/** Returns all episodes in viewing order. Season 0 holds specials and comes last. */
export function episodesInOrder(seasons: Title['seasons']): NumberedEpisode[] {
  const rank = (number: number) => (number < 1 ? Number.MAX_SAFE_INTEGER : number)
  return seasons
    .toSorted((one, other) => rank(one.number) - rank(other.number))
    .flatMap(({ number, episodes }) =>
      episodes.toSorted((one, other) => one.number - other.number).map((episode) => ({ ...episode, season: number })),
    )
}

/** Returns the next episode, across seasons; undefined after the last one and for an unknown id. */
export function nextEpisode(seasons: Title['seasons'], episodeId: number): NumberedEpisode | undefined {
  const all = episodesInOrder(seasons)
  const at = all.findIndex(({ id }) => id === episodeId)
  return at < 0 ? undefined : all[at + 1]
}

/**
 * Returns the episode to play: the last watched one at its position, or its successor if it was finished. Starts at the
 * first episode if none or all were watched. Undefined if no episode is known.
 */
export function episodeToWatch(
  seasons: Title['seasons'],
  watched: Pick<Watched, 'episodeId' | 'position' | 'duration' | 'fileId'> | null | undefined,
):
  | { episode: NumberedEpisode; resume: { position: number; fileId: number | null } | undefined; isBegun: boolean }
  | undefined {
  const all = episodesInOrder(seasons)
  const first = all.find(({ hasFilm }) => hasFilm) ?? all[0]
  if (!first) return undefined
  const lastWatched = all.find(({ id }) => id === watched?.episodeId)
  if (!watched || !lastWatched) return { episode: first, resume: undefined, isBegun: false }
  if (isWatched(watched)) {
    const next = nextEpisode(seasons, lastWatched.id)
    return { episode: next ?? first, resume: undefined, isBegun: next !== undefined }
  }
  const position = resumeAt(watched)
  const resume = position === undefined ? undefined : { position, fileId: watched.fileId }
  return { episode: lastWatched, resume, isBegun: true }
}

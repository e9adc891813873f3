import type { Title } from '#contract/titles.ts'
import type { Watched } from './history.ts'
import { isWatched, resumeAt } from './watchProgress.ts'

type Episode = Title['seasons'][number]['episodes'][number]

/** An episode with the number of its season. */
export interface NumberedEpisode extends Episode {
  season: number
}

/** All episodes of a series in the order they are watched in. Season 0 holds what stands beside the story: it comes last. */
export function episodesInOrder(seasons: Title['seasons']): NumberedEpisode[] {
  const rank = (number: number) => (number < 1 ? Number.MAX_SAFE_INTEGER : number)
  return seasons
    .toSorted((one, other) => rank(one.number) - rank(other.number))
    .flatMap(({ number, episodes }) =>
      episodes.toSorted((one, other) => one.number - other.number).map((episode) => ({ ...episode, season: number })),
    )
}

/** The episode that follows, over the ends of seasons; nothing after the last, nor after one that is not of the series. */
export function nextEpisode(seasons: Title['seasons'], episodeId: number): NumberedEpisode | undefined {
  const all = episodesInOrder(seasons)
  const at = all.findIndex(({ id }) => id === episodeId)
  return at < 0 ? undefined : all[at + 1]
}

/**
 * The episode somebody goes on with: the last one they were in, from where they were, or when that is watched the one
 * after it. Who has watched nothing, or everything, begins at the beginning. Nothing when no episode is known.
 */
export function episodeToWatch(
  seasons: Title['seasons'],
  watched: Pick<Watched, 'episodeId' | 'position' | 'duration' | 'fileId'> | null | undefined,
):
  | { episode: NumberedEpisode; resume: { position: number; fileId: number | null } | undefined; isBegun: boolean }
  | undefined {
  const all = episodesInOrder(seasons)
  const [first] = all
  if (!first) return undefined
  const last = all.find(({ id }) => id === watched?.episodeId)
  if (!watched || !last) return { episode: first, resume: undefined, isBegun: false }
  if (isWatched(watched)) {
    const next = nextEpisode(seasons, last.id)
    return { episode: next ?? first, resume: undefined, isBegun: next !== undefined }
  }
  const position = resumeAt(watched)
  const resume = position === undefined ? undefined : { position, fileId: watched.fileId }
  return { episode: last, resume, isBegun: true }
}

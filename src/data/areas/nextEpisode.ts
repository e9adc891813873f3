import type { Title } from '#contract/titles.ts'
import { playedAtOf } from './history.ts'
import { type PartProgress, progressReader, type Viewing } from './watchedParts.ts'

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
 * Returns the episode to play: the last played one at its position, or the next one if it is watched. Where the user marked
 * an episode as watched later than that, the next one after it. Skips watched episodes, unless a series is played again.
 * Starts at the first episode if none or all were watched. Undefined if no episode is known.
 */
export function episodeToWatch(
  seasons: Title['seasons'],
  watched: Viewing | null | undefined,
): { episode: NumberedEpisode; resume: PartProgress['resume']; isBegun: boolean } | undefined {
  const all = episodesInOrder(seasons)
  const first = all.find(({ hasFilm }) => hasFilm) ?? all[0]
  if (!first) return undefined
  const fromStart = { episode: first, resume: undefined, isBegun: false }
  const lastPlayed = watched ? all.find(({ id }) => id === watched.episodeId) : undefined
  const lastFlagged = watched && latestFlagged(all, watched)
  const last = lastFlagged ?? lastPlayed
  if (!watched || !last) return fromStart
  const progressOf = progressReader(watched)
  const { resume, isWatched } = progressOf(last.id)
  if (!isWatched || resume) return { episode: last, resume, isBegun: true }
  const following = all.slice(all.indexOf(last) + 1)
  const unwatched = following.find(({ id }) => !progressOf(id).isWatched)
  const next = unwatched ?? (lastFlagged ? undefined : following[0])
  return next ? { episode: next, resume: progressOf(next.id).resume, isBegun: true } : fromStart
}

/** Returns the last one of the episodes that were marked as watched latest, unless something was played after that. */
function latestFlagged(all: NumberedEpisode[], { flags, ...viewing }: Viewing): NumberedEpisode | undefined {
  const times = new Map(flags.map(({ episodeId, watched, flaggedAt }) => [episodeId, watched ? flaggedAt : '']))
  const latest = [playedAtOf(viewing) ?? '', ...times.values()].toSorted().at(-1)
  return latest ? all.findLast(({ id }) => times.get(id) === latest) : undefined
}

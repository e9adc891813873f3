import type { Title } from '#contract/titles.ts'

type Episode = Title['seasons'][number]['episodes'][number]

/** An episode with the number of its season. */
export interface Placed extends Episode {
  season: number
}

/** All episodes of a series in the order they are watched in. Season 0 holds what stands beside the story: it comes last. */
export function episodesInOrder(seasons: Title['seasons']): Placed[] {
  const rank = (number: number) => (number < 1 ? Number.MAX_SAFE_INTEGER : number)
  return seasons
    .toSorted((one, other) => rank(one.number) - rank(other.number))
    .flatMap(({ number, episodes }) =>
      episodes.toSorted((one, other) => one.number - other.number).map((episode) => ({ ...episode, season: number })),
    )
}

/** The episode that follows, over the ends of seasons; nothing after the last, nor after one that is not of the series. */
export function nextEpisode(seasons: Title['seasons'], episodeId: number): Placed | undefined {
  const all = episodesInOrder(seasons)
  const at = all.findIndex(({ id }) => id === episodeId)
  return at < 0 ? undefined : all[at + 1]
}

import { FLAGS_MAX, type SetWatched } from '#contract/history.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { isUnaired } from './continueWatching.ts'
import { setWatched, watchedState } from './history.ts'
import { progressReader } from './watchedParts.ts'

/**
 * Marks a film (`null`) or episodes as watched or not. Returns a function that restores what was there. Throws `SignedOut`,
 * `NotStored`.
 */
export async function markWatched(
  card: TitleCard,
  parts: readonly (number | null)[],
  watched: boolean,
): Promise<() => Promise<void>> {
  const before = await watchedState(card.id)
  const progressOf = progressReader(before)
  const changed = parts.filter((part) => progressOf(part).isWatched !== watched)
  const flagsBefore = new Map(before?.flags.map((flag) => [flag.episodeId, flag.watched]))
  await setFlags(
    card,
    changed.map((episodeId) => ({ episodeId, watched })),
  )
  return () =>
    setFlags(
      card,
      changed.map((episodeId) => ({ episodeId, watched: flagsBefore.get(episodeId) ?? null })),
    )
}

async function setFlags(card: TitleCard, flags: SetWatched['flags']): Promise<void> {
  const calls = []
  for (let at = 0; at < flags.length; at += FLAGS_MAX) {
    calls.push({ titleId: card.id, card, flags: flags.slice(at, at + FLAGS_MAX) })
  }
  await setWatched.many(calls)
}

/** The parts that can be marked as watched: the film itself, or the episodes that have aired. */
export function partsOf({ type, seasons }: Pick<Title, 'type' | 'seasons'>): (number | null)[] {
  return type === 'movie' ? [null] : seasons.flatMap(airedEpisodes)
}

/** Ids of a season's episodes that have aired. */
export function airedEpisodes({ episodes }: Pick<Title['seasons'][number], 'episodes'>): number[] {
  return episodes.flatMap((episode) => (isUnaired(episode) ? [] : episode.id))
}

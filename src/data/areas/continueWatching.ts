import type { Title } from '#contract/titles.ts'
import { clock } from '#data/platform/clock.ts'
import type { Watched } from './history.ts'
import { episodeToWatch, type NumberedEpisode } from './nextEpisode.ts'
import { isWatched, resumeAt, watchedPart } from './watchProgress.ts'

/** Something begun and not finished, and how it goes on. */
export interface ContinueItem {
  item: Watched
  /** What to play, as `watch/{imdb}/{id}` takes it; nothing when only the title's page can tell. */
  playId: number | undefined
  /** of a series, where its episodes are known */
  episode: NumberedEpisode | undefined
  /** How much of what goes on has been watched, from 0 to 1. */
  part: number | undefined
}

/**
 * How something watched goes on; nothing when it is finished, or was hardly begun. A series goes on after the end of an
 * episode. `seasons`: where this device has seen them.
 */
export function continueItem(item: Watched, seasons: Title['seasons'] = []): ContinueItem | undefined {
  const ended = isWatched(item)
  if (item.title.type !== 'series') {
    if (resumeAt(item) === undefined) return undefined
    return { item, playId: item.fileId ?? item.titleId, episode: undefined, part: watchedPart(item) }
  }
  if (![item, ...item.episodes].some((mark) => watchedPart(mark) !== undefined)) return undefined
  const isKnown = seasons.some(({ episodes }) => episodes.some(({ id }) => id === item.episodeId))
  if (!isKnown) {
    const playId = ended ? undefined : (item.fileId ?? item.episodeId ?? undefined)
    return { item, playId, episode: undefined, part: watchedPart(item) }
  }
  const next = episodeToWatch(seasons, item)
  if (!next?.isBegun || isUnaired(next.episode)) return undefined
  const playId = ended ? next.episode.id : (item.fileId ?? next.episode.id)
  return { item, playId, episode: next.episode, part: ended ? undefined : watchedPart(item) }
}

/** What is still to be shown has nothing to play. */
export function isUnaired({ airedAt }: { airedAt: string | null }): boolean {
  return airedAt !== null && Date.parse(airedAt) > clock.now()
}

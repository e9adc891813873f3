import type { Title } from '#contract/titles.ts'
import { clock } from '#data/platform/clock.ts'
import type { Watched } from './history.ts'
import { episodeToWatch, type NumberedEpisode } from './nextEpisode.ts'
import { isWatched, resumeAt, watchedFraction } from './watchProgress.ts'

/** A started, unfinished title and what to play next. */
export interface ContinueItem {
  item: Watched
  /** Id for `watch/{imdb}/{id}`; undefined when only the title page can tell. */
  playId: number | undefined
  /** the episode of a series whose episodes are known */
  episode: NumberedEpisode | undefined
  /** Watched fraction of the film or episode to play, from 0 to 1. */
  progress: number | undefined
}

/**
 * Returns what to play next of a watched title; undefined if it is finished, hardly started, or hidden by the user. A finished episode
 * continues with the next one. `seasons`: known if this device has cached the title.
 */
export function continueItem(item: Watched, seasons: Title['seasons'] = []): ContinueItem | undefined {
  if (item.hidden) return undefined
  const isFinished = isWatched(item)
  if (item.title.type !== 'series') {
    if (resumeAt(item) === undefined) return undefined
    return { item, playId: item.fileId ?? item.titleId, episode: undefined, progress: watchedFraction(item) }
  }
  if (![item, ...item.episodes].some((mark) => watchedFraction(mark) !== undefined)) return undefined
  const isKnown = seasons.some(({ episodes }) => episodes.some(({ id }) => id === item.episodeId))
  if (!isKnown) {
    const playId = isFinished ? undefined : (item.fileId ?? item.episodeId ?? undefined)
    return { item, playId, episode: undefined, progress: watchedFraction(item) }
  }
  const next = episodeToWatch(seasons, item)
  if (!next?.isBegun || isUnaired(next.episode)) return undefined
  const playId = isFinished ? next.episode.id : (item.fileId ?? next.episode.id)
  return { item, playId, episode: next.episode, progress: isFinished ? undefined : watchedFraction(item) }
}

/** Whether an episode has not aired yet and so cannot be played. */
export function isUnaired({ airedAt }: { airedAt: string | null }): boolean {
  return airedAt !== null && Date.parse(airedAt) > clock.now()
}

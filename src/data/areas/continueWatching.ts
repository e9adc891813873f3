import type { Title } from '#contract/titles.ts'
import { clock } from '#data/platform/clock.ts'
import type { Watched } from './history.ts'
import { episodeToWatch, type NumberedEpisode } from './nextEpisode.ts'
import { markOf, partProgress } from './watchedParts.ts'
import { watchedFraction } from './watchProgress.ts'

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
  const last = partProgress(item, item.episodeId)
  if (item.title.type !== 'series') {
    if (last.resume === undefined) return undefined
    return { item, playId: item.fileId ?? item.titleId, episode: undefined, progress: last.fraction }
  }
  const marks = [markOf(item, item.episodeId), ...item.episodes]
  const isStarted = marks.some((mark) => mark && watchedFraction(mark) !== undefined)
  if (!isStarted && !item.flags.some(({ watched }) => watched)) return undefined
  const ids = new Set([item, ...item.episodes, ...item.flags].map(({ episodeId }) => episodeId))
  const isKnown = seasons.some(({ episodes }) => episodes.some(({ id }) => ids.has(id)))
  if (!isKnown) {
    const playId = last.isWatched && !last.resume ? undefined : (item.fileId ?? item.episodeId ?? undefined)
    return { item, playId, episode: undefined, progress: last.fraction }
  }
  const next = episodeToWatch(seasons, item)
  if (!next?.isBegun || isUnaired(next.episode)) return undefined
  const { episode } = next
  const fileId = markOf(item, episode.id)?.fileId
  const { isWatched, fraction } = partProgress(item, episode.id)
  return { item, playId: fileId ?? episode.id, episode, progress: isWatched && !next.resume ? undefined : fraction }
}

/** Whether an episode has not aired yet and so cannot be played. */
export function isUnaired({ airedAt }: { airedAt: string | null }): boolean {
  return airedAt !== null && Date.parse(airedAt) > clock.now()
}

import type { EpisodeMark } from '#contract/history.ts'
import { playedAtOf, type Watched } from './history.ts'
import { isWatched, resumeAt, watchedFraction } from './watchProgress.ts'

/** What the user has watched of a title. */
export type Viewing = Pick<
  Watched,
  'fileId' | 'episodeId' | 'position' | 'duration' | 'watchedAt' | 'playedAt' | 'episodes' | 'flags'
>

/** How far a film or an episode is watched. */
export interface PartProgress {
  /** Played to the credits, or marked as watched by the user. */
  isWatched: boolean
  /** Watched fraction, from 0 to 1; undefined when hardly started. */
  fraction: number | undefined
  /** Where to resume; undefined: play from the beginning. */
  resume: { position: number; duration: number; fileId: number | null } | undefined
}

/**
 * Returns the progress of a film (`episodeId` is null) or of an episode. A flag of the user decides over positions up to
 * its time. A part marked as watched that plays again later is watched and in progress.
 */
export function partProgress(viewing: Viewing | null | undefined, episodeId: number | null): PartProgress {
  const mark = markOf(viewing, episodeId)
  const flag = viewing?.flags.find((one) => one.episodeId === episodeId)
  if (flag && !(mark && mark.watchedAt > flag.flaggedAt)) {
    return { isWatched: flag.watched, fraction: flag.watched ? 1 : undefined, resume: undefined }
  }
  if (!mark) return { isWatched: false, fraction: undefined, resume: undefined }
  const { duration, fileId } = mark
  const position = resumeAt(mark)
  return {
    isWatched: isWatched(mark) || flag?.watched === true,
    fraction: watchedFraction(mark),
    resume: position === undefined ? undefined : { position, duration, fileId },
  }
}

/** Returns the last position in a film or an episode, whatever the user's flags say. */
export function markOf(viewing: Viewing | null | undefined, episodeId: number | null): EpisodeMark | undefined {
  if (!viewing) return undefined
  const mark = viewing.episodes.find((one) => one.episodeId === episodeId)
  if (mark) return mark
  const playedAt = playedAtOf(viewing)
  return viewing.episodeId === episodeId && playedAt != null ? { ...viewing, watchedAt: playedAt } : undefined
}

/** Returns the ids of the episodes that are watched. */
export function watchedEpisodes({ episodes, flags, ...viewing }: Viewing): number[] {
  const ids = new Set([...episodes, ...flags].flatMap(({ episodeId }) => episodeId ?? []))
  return [...ids].filter((id) => partProgress({ ...viewing, episodes, flags }, id).isWatched)
}

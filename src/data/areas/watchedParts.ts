import type { EpisodeMark } from '#contract/history.ts'
import { playedAtOf, type Watched } from './history.ts'
import { isWatched, resumeAt, watchedFraction } from './watchProgress.ts'

/** The positions and flags of a title. */
export type Viewing = Pick<
  Watched,
  'fileId' | 'episodeId' | 'position' | 'duration' | 'watchedAt' | 'playedAt' | 'episodes' | 'flags'
>

/** How far a film or an episode is watched. */
export interface PartProgress {
  /** Played to the credits, or marked as watched by the user. */
  isWatched: boolean
  /** The user's flag decides, not a position. */
  isMarked: boolean
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
  return progressReader(viewing)(episodeId)
}

/** Returns `partProgress` for many parts of one title: a series can have thousands. */
export function progressReader(viewing: Viewing | null | undefined): (episodeId: number | null) => PartProgress {
  const readMark = markReader(viewing)
  const flags = new Map(viewing?.flags.map((flag) => [flag.episodeId, flag]))
  return (episodeId) => {
    const mark = readMark(episodeId)
    const flag = flags.get(episodeId)
    if (flag && !(mark && mark.watchedAt > flag.flaggedAt)) {
      return { isWatched: flag.watched, isMarked: true, fraction: flag.watched ? 1 : undefined, resume: undefined }
    }
    if (!mark) return { isWatched: false, isMarked: false, fraction: undefined, resume: undefined }
    const { duration, fileId } = mark
    const position = resumeAt(mark)
    return {
      isWatched: isWatched(mark) || flag?.watched === true,
      isMarked: false,
      fraction: watchedFraction(mark),
      resume: position === undefined ? undefined : { position, duration, fileId },
    }
  }
}

/** Returns the last position in a film or an episode, whatever the user's flags say. */
export function markOf(viewing: Viewing | null | undefined, episodeId: number | null): EpisodeMark | undefined {
  return markReader(viewing)(episodeId)
}

function markReader(viewing: Viewing | null | undefined): (episodeId: number | null) => EpisodeMark | undefined {
  const marks = new Map(viewing?.episodes.map((mark) => [mark.episodeId, mark]))
  return (episodeId) => {
    const mark = marks.get(episodeId)
    if (mark || !viewing) return mark
    const playedAt = playedAtOf(viewing)
    return viewing.episodeId === episodeId && playedAt != null ? { ...viewing, watchedAt: playedAt } : undefined
  }
}

/** Whether all of these parts are watched. */
export function areWatched(viewing: Viewing | null | undefined, parts: readonly (number | null)[]): boolean {
  const progressOf = progressReader(viewing)
  return parts.every((part) => progressOf(part).isWatched)
}

/** Returns the ids of the episodes that are watched. */
export function watchedEpisodes(viewing: Viewing): number[] {
  const progressOf = progressReader(viewing)
  const ids = new Set([...viewing.episodes, ...viewing.flags].flatMap(({ episodeId }) => episodeId ?? []))
  return [...ids].filter((id) => progressOf(id).isWatched)
}

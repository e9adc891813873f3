import { type PartProgress, partProgress } from '#data/areas/watchedParts.ts'
import { useWatched } from '#data/react/titleHooks.ts'

/** Resume position in seconds, and the file it was recorded in. */
export type ResumePosition = NonNullable<PartProgress['resume']>

/**
 * Returns where the user resumes a film (no episode) or an episode, across devices. Null: from the beginning; undefined
 * while loading.
 */
export function useResumePosition(titleId: number, episodeId: number | null): ResumePosition | null | undefined {
  const watched = useWatched(titleId)
  if (watched === undefined) return undefined
  return partProgress(watched, episodeId).resume ?? null
}

import { markOf } from '#data/areas/recordPosition.ts'
import { resumeAt } from '#data/areas/watchProgress.ts'
import { useWatched } from '#data/react/titleHooks.ts'

/** Where somebody goes on: seconds, and in which file they were. */
export interface ResumePosition {
  position: number
  duration: number
  fileId: number | null
}

/**
 * Where the person goes on in a film (no episode) or an episode, wherever they watched it last. Null: from the beginning;
 * nothing for the first moment.
 */
export function useResumePosition(titleId: number, episodeId: number | null): ResumePosition | null | undefined {
  const watched = useWatched(titleId)
  if (watched === undefined) return undefined
  const mark = markOf(watched ?? undefined, episodeId)
  const position = mark && resumeAt(mark)
  return mark && position !== undefined ? { position, duration: mark.duration, fileId: mark.fileId } : null
}

import type { Download, DownloadProblem } from '#data/database/downloadRows.ts'

/** Why a download does not play: the problem in its row, an expired permission, or it is incomplete. */
export type PlaybackRefusal = DownloadProblem | 'expired' | 'fetching'

/** Returns why a download does not play at `now` (`serverNow()`); undefined if it plays. */
export function playbackRefusal({ state, why, until }: Download, now: number): PlaybackRefusal | undefined {
  if (why !== undefined) return why
  if (state !== 'kept') return 'fetching'
  return now >= until ? 'expired' : undefined
}

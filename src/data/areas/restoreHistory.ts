import { FLAGS_MAX, MARKS_MAX } from '#contract/history.ts'
import { pendingEntries, personalDatabase } from '#data/database/personal.ts'
import { discardEntry } from '#data/sync/outbox.ts'
import {
  historyLane,
  playedAtOf,
  removeFromHistory,
  setPosition,
  setWatched,
  type Watched,
  watchedState,
} from './history.ts'

/**
 * Undoes a removal from the history. An unsent removal is discarded. If it was sent, or replaced unsent changes, positions
 * and flags are set again as of now, in the order of their times. Throws `SignedOut`, `NotStored`.
 */
export async function restoreToHistory(item: Watched): Promise<void> {
  const { titleId, title, flags, watchedAt } = item
  const database = await personalDatabase()
  for (const entry of await pendingEntries(database, [historyLane({ titleId })])) {
    if (entry.kind === removeFromHistory.kind) await discardEntry(database, entry.seq)
  }
  if ((await watchedState(titleId))?.watchedAt === watchedAt) return
  const playedAt = playedAtOf(item)
  const restoreFlags = async (some: Watched['flags']) => {
    const set = some.slice(-FLAGS_MAX).map(({ episodeId, watched }) => ({ episodeId, watched }))
    if (set.length > 0) await setWatched({ titleId, card: title, flags: set })
  }
  if (playedAt == null) return restoreFlags(flags)
  await restoreFlags(flags.filter(({ flaggedAt }) => flaggedAt < playedAt))
  await restorePosition(item, playedAt)
  await restoreFlags(flags.filter(({ flaggedAt }) => flaggedAt >= playedAt))
}

async function restorePosition(item: Watched, playedAt: string): Promise<void> {
  const { titleId, title, fileId, episodeId, position, duration, episodes } = item
  const earlier = episodes
    .filter((one) => one.episodeId !== episodeId)
    .slice(-MARKS_MAX)
    .map(({ watchedAt: at, ...one }) => ({ ...one, age: Math.max(0, Date.parse(playedAt) - Date.parse(at)) }))
  await setPosition({ titleId, card: title, fileId, episodeId, position, duration, earlier, isLast: true })
}

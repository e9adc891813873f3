import { MARKS_MAX } from '#contract/history.ts'
import { pendingEntries, personalDatabase } from '#data/database/personal.ts'
import { discardEntry } from '#data/sync/outbox.ts'
import { historyLane, removeFromHistory, setPosition, type Watched, watchedState } from './history.ts'

/**
 * Undoes a removal from the history. An unsent removal is discarded. If it was sent, or replaced unsent positions, the
 * position is set again as watched just now. Throws `SignedOut`, `NotStored`.
 */
export async function restoreToHistory({
  titleId,
  title,
  episodes,
  hidden: _,
  pending: __,
  ...mark
}: Watched): Promise<void> {
  const database = await personalDatabase()
  for (const entry of await pendingEntries(database, [historyLane({ titleId })])) {
    if (entry.kind === removeFromHistory.kind) await discardEntry(database, entry.seq)
  }
  if ((await watchedState(titleId))?.watchedAt === mark.watchedAt) return
  const { watchedAt, ...position } = mark
  const earlier = episodes
    .filter((one) => one.episodeId !== mark.episodeId)
    .slice(-MARKS_MAX)
    .map(({ watchedAt: at, ...one }) => ({ ...one, age: Math.max(0, Date.parse(watchedAt) - Date.parse(at)) }))
  await setPosition({ titleId, card: title, ...position, earlier, isLast: true })
}

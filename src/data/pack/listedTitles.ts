import { continueItem } from '#data/areas/continueWatching.ts'
import { historyList } from '#data/areas/history.ts'
import { setSaved } from '#data/areas/watchlist.ts'
import { isPending, type PersonalDatabase } from '#data/database/personal.ts'

/** Number of titles in progress that come before all others. */
const MAX_IN_PROGRESS = 60

/**
 * Ids of all titles that the user saved or watched, pending saves included: those in progress first, then by the time
 * of saving or watching, newest first. A pending removal counts when the server has acknowledged it.
 */
export async function listedTitles(database: PersonalDatabase): Promise<number[]> {
  return database.transaction('r', database.watchlist, database.history, database.outbox, async () => {
    const saved = database.watchlist.orderBy('savedAt').reverse()
    const watched = database.history.orderBy('watchedAt').reverse()
    const [pending, recent, ...lists] = await Promise.all([
      pendingSaves(database),
      watched.limit(MAX_IN_PROGRESS).toArray(),
      Promise.all([saved.primaryKeys(), saved.keys()]),
      Promise.all([watched.primaryKeys(), watched.keys()]),
    ])
    const inProgress = recent.flatMap((row) => {
      const shown = historyList.show(row.titleId, { base: row, row, pending: false })
      return shown && continueItem(shown.item) ? [row.titleId] : []
    })
    const byTime = lists
      .flatMap(([ids, times]) => ids.map((id, at) => ({ id, time: String(times[at]) })))
      .toSorted((one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0))
    return [...new Set([...inProgress, ...pending, ...byTime.map(({ id }) => id)])]
  })
}

/** Ids of the titles that the user saved, pending saves included. A pending removal counts as in {@link listedTitles}. */
export async function savedTitles(database: PersonalDatabase): Promise<number[]> {
  return database.transaction('r', database.watchlist, database.outbox, async () => {
    const [pending, saved] = await Promise.all([
      pendingSaves(database),
      database.watchlist.orderBy('savedAt').primaryKeys(),
    ])
    return [...new Set([...pending, ...saved])]
  })
}

async function pendingSaves({ outbox }: PersonalDatabase): Promise<number[]> {
  const entries = await outbox.where('entity').startsWith('watchlist:').reverse().sortBy('seq')
  return entries.filter(isPending).flatMap((entry) => {
    const input = setSaved.read(entry)
    return input?.saved ? [input.titleId] : []
  })
}

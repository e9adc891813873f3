import { continueItem } from '#data/areas/continueWatching.ts'
import { historyList } from '#data/areas/history.ts'
import { setSaved } from '#data/areas/watchlist.ts'
import { isPending, type PersonalDatabase } from '#data/database/personal.ts'

/** Number of titles in progress that come before all others. */
const MAX_IN_PROGRESS = 60

/** Ids of titles on the user's lists, in no order. */
export interface ListedTitles {
  /** saved, watched or with a download rule */
  all: number[]
  /** on the watchlist alone */
  saved: number[]
}

/**
 * Returns the titles on the user's lists, pending saves included. A pending removal counts when the server has
 * acknowledged it. Reads keys without a cursor: screens that show the progress repeat it after each step of the pack.
 */
export async function listedTitles(database: PersonalDatabase): Promise<ListedTitles> {
  const { watchlist, history, outbox, downloadRules } = database
  return database.transaction('r', watchlist, history, outbox, downloadRules, async () => {
    const [pending, saved, watched, withRule] = await Promise.all([
      pendingSaves(database),
      watchlist.orderBy('savedAt').primaryKeys(),
      history.orderBy('watchedAt').primaryKeys(),
      downloadRules.toCollection().primaryKeys(),
    ])
    const onWatchlist = new Set([...pending, ...saved])
    return { all: [...new Set([...onWatchlist, ...watched, ...withRule])], saved: [...onWatchlist] }
  })
}

/** The same titles, those in progress first, then by the time of saving or watching, newest first. */
export async function listedTitlesInOrder(database: PersonalDatabase): Promise<number[]> {
  const { watchlist, history, outbox, downloadRules } = database
  return database.transaction('r', watchlist, history, outbox, downloadRules, async () => {
    const bySaving = watchlist.orderBy('savedAt').reverse()
    const byWatching = history.orderBy('watchedAt').reverse()
    const [pending, recent, saved, watched, { all }] = await Promise.all([
      pendingSaves(database),
      // A collection of its own: `limit` changes the collection that it is called on.
      history.orderBy('watchedAt').reverse().limit(MAX_IN_PROGRESS).toArray(),
      Promise.all([bySaving.primaryKeys(), bySaving.keys()]),
      Promise.all([byWatching.primaryKeys(), byWatching.keys()]),
      listedTitles(database),
    ])
    const inProgress = recent.flatMap((row) => {
      const shown = historyList.show(row.titleId, { base: row, row, pending: false })
      return shown && continueItem(shown.item) ? [row.titleId] : []
    })
    const byTime = [saved, watched]
      .flatMap(([ids, times]) => ids.map((id, at) => ({ id, time: String(times[at]) })))
      .toSorted((one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0))
    return [...new Set([...inProgress, ...pending, ...byTime.map(({ id }) => id), ...all])]
  })
}

async function pendingSaves({ outbox }: PersonalDatabase): Promise<number[]> {
  const entries = await outbox.where('entity').startsWith('watchlist:').reverse().sortBy('seq')
  return entries.filter(isPending).flatMap((entry) => {
    const input = setSaved.read(entry)
    return input?.saved ? [input.titleId] : []
  })
}

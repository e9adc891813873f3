import { type PersonalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { type ListDefinition, mergeRow, PendingOverlays } from '#data/lists/mergedView.ts'
import { historyList } from './history.ts'
import { unreadCount } from './notifications.ts'
import { myRequests } from './requests.ts'
import { watchlist } from './watchlist.ts'

/** How much there is of what a person keeps, as the screens show it: with what waits laid over it. */
export interface Counts {
  saved: number
  watched: number
  unread: number
  requests: number
}

/** Nothing when nobody is signed in. */
export async function counts(): Promise<Counts | undefined> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return undefined
  const [saved, watched, unread, requests] = await Promise.all([
    countOf(watchlist, database),
    countOf(historyList, database),
    unreadCount(),
    myRequests(),
  ])
  return { saved, watched, unread, requests: requests?.items.length ?? 0 }
}

/** Counted by the index, which has no tombstones; read are only the rows that something waits for. */
function countOf<Row, Item>(listing: ListDefinition<Row, Item>, database: PersonalDatabase): Promise<number> {
  const table = database.table<Row, number>(listing.table)
  return database.transaction('r', table, database.outbox, async () => {
    const overlay = new PendingOverlays(listing)
    await overlay.read(database)
    const ids = overlay.touched()
    const rows = await table.bulkGet(ids)
    const isShown = (id: number, row: Row | undefined, layers: ReturnType<typeof overlay.overlaysOf>) =>
      Number(listing.show(id, mergeRow(row, layers)) !== undefined)
    const changes = ids.map((id, at) => isShown(id, rows[at], overlay.overlaysOf(id)) - isShown(id, rows[at], []))
    const kept = await table.orderBy(listing.index).count()
    return changes.reduce((sum, change) => sum + change, kept)
  })
}

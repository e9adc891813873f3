import { type PersonalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { type ListDefinition, mergeRow, PendingOverlays } from '#data/lists/mergedView.ts'
import { historyList } from './history.ts'
import { unreadCount } from './notifications.ts'
import { myRequests } from './requests.ts'
import { watchlist } from './watchlist.ts'

/** Sizes of the personal lists as shown: base rows merged with pending changes. */
export interface Counts {
  saved: number
  watched: number
  unread: number
  requests: number
}

/** Returns the counts, or undefined for guests. */
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

/** Counts the index, which has no tombstones, and corrects the count by the rows with pending changes. */
function countOf<Row, Item>(definition: ListDefinition<Row, Item>, database: PersonalDatabase): Promise<number> {
  const table = database.table<Row, number>(definition.table)
  return database.transaction('r', table, database.outbox, async () => {
    const overlays = new PendingOverlays(definition)
    await overlays.read(database)
    const ids = overlays.touchedIds()
    const rows = await table.bulkGet(ids)
    const isShown = (id: number, row: Row | undefined, rowOverlays: ReturnType<typeof overlays.overlaysOf>) =>
      Number(definition.show(id, mergeRow(row, rowOverlays)) !== undefined)
    const changes = ids.map((id, at) => isShown(id, rows[at], overlays.overlaysOf(id)) - isShown(id, rows[at], []))
    const storedCount = await table.orderBy(definition.index).count()
    return changes.reduce((sum, change) => sum + change, storedCount)
  })
}

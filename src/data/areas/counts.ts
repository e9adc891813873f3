import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { countShown } from '#data/lists/mergedView.ts'
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
    countShown(watchlist, database),
    countShown(historyList, database),
    unreadCount(),
    myRequests(),
  ])
  return { saved, watched, unread, requests: requests?.items.length ?? 0 }
}

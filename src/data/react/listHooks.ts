import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { historyList, type Watched } from '#data/areas/history.ts'
import { myNotifications, notificationsPull, type ShownNotification } from '#data/areas/notifications.ts'
import { type PendingRequest, pendingRequests } from '#data/areas/pendingRequests.ts'
import { myRequests, requestsPull, type ShownRequest } from '#data/areas/requests.ts'
import { type SavedTitle, watchlist } from '#data/areas/watchlist.ts'
import { type PersonalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { TOKEN_COOKIE } from '#data/database/session.ts'
import { type LiveListState, liveListOf } from '#data/lists/liveList.ts'
import type { ListDefinition } from '#data/lists/mergedView.ts'
import { Unreachable } from '#data/network/failures.ts'
import { readCookieNow } from '#data/platform/cookies.ts'
import type { PersonalList, Pull } from '#data/sync/pull.ts'
import { refusalMessage } from './readHooks.ts'
import { useLive } from './useLive.ts'

/** A list kept whole on this device, with the news of its last refresh. */
export type ListView<Item> =
  | { state: 'loading' }
  | { state: 'guest' }
  /** `complete`: `items` holds the whole list; a long list first holds its newest items only. */
  | { state: 'ready'; items: Item[]; complete: boolean; offline: boolean; refreshing: boolean }
  | { state: 'unseen'; retry: () => void }
  | { state: 'failed'; message: string | undefined; retry: () => void }

/** The watchlist: painted from the device at once; Query's clocks decide when it is refreshed. */
export function useWatchlist(): ListView<SavedTitle> {
  return useLiveList(watchlist)
}

/** What was watched, last first. */
export function useHistory(): ListView<Watched> {
  return useLiveList(historyList)
}

/** Reads the whole watchlist ahead: its screen has it from its first moment on. */
export function preloadWatchlist(): Promise<void> {
  return preloadList(watchlist)
}

/** As `readyWatchlist`, what was watched. */
export function preloadHistory(): Promise<void> {
  return preloadList(historyList)
}

export function useNotifications(): ListView<ShownNotification> {
  return usePersonalList(myNotifications, notificationsPull)
}

/** The person's wishes for titles. */
export function useRequests(): ListView<ShownRequest> {
  return usePersonalList(myRequests, requestsPull)
}

/** Those of them that the server does not have yet, with what can be done about them. */
export function usePendingRequests(): PendingRequest[] | undefined {
  return useLive(async () => pendingRequests(), [], NO_REQUESTS)
}

const NO_REQUESTS: PendingRequest[] = []

/** A list of which every change has all of it read anew: for short ones. */
function usePersonalList<Item>(look: () => Promise<PersonalList<Item> | undefined>, pull: Pull): ListView<Item> {
  const list = useLive<LiveListState<Item> | 'guest' | 'failed'>(
    async () => {
      const kept = await look()
      return kept ? { ...kept, complete: true } : 'guest'
    },
    [look],
    'failed',
  )
  return useRefreshed(list, pull)
}

/** A list of any length, of which a change has only that read anew which it changed. */
function useLiveList<Row extends { titleId: number }, Item>(listing: ListDefinition<Row, Item>): ListView<Item> {
  const [first] = useState(readyNow)
  const database = useLive<PersonalDatabase | 'guest' | 'failed'>(
    async () => (await personalDatabaseIfSignedIn()) ?? 'guest',
    [],
    'failed',
    first,
  )
  const list = typeof database === 'object' ? liveListOf(listing, database) : undefined
  const state = useSyncExternalStore(list?.subscribe ?? watchNothing, list?.getSnapshot ?? nothing, nothing)
  return useRefreshed(typeof database === 'object' ? state : database, listing.pull)
}

/** The database of which a list was read ahead, and the token that was in the cookie then. */
let ready: { token: string; database: PersonalDatabase } | undefined

async function preloadList<Row extends { titleId: number }, Item>(listing: ListDefinition<Row, Item>): Promise<void> {
  const token = readCookieNow(TOKEN_COOKIE)
  const database = await personalDatabaseIfSignedIn()
  if (database === undefined) return
  await liveListOf(listing, database).whenComplete()
  ready = token === undefined ? undefined : { token, database }
}

/** Nobody has signed in or out since, in whichever tab. */
function readyNow(): PersonalDatabase | undefined {
  return ready?.database.isOpen() && ready.token === readCookieNow(TOKEN_COOKIE) ? ready.database : undefined
}

const watchNothing = () => nothing
const nothing = () => undefined

function useRefreshed<Item>(list: LiveListState<Item> | 'guest' | 'failed' | undefined, pull: Pull): ListView<Item> {
  const refresh = useQuery(pullQuery(pull, typeof list === 'object' ? list.userId : undefined))
  const retry = () => void refresh.refetch()
  if (list === undefined) return { state: 'loading' }
  if (list === 'guest') return { state: 'guest' }
  // The list may well be there: nobody can say while the database does not open.
  if (list === 'failed') return { state: 'failed', message: undefined, retry }
  const { items, complete } = list
  const unreachable = refresh.error instanceof Unreachable || refresh.failureReason instanceof Unreachable
  if (list.loaded || items.length > 0) {
    return { state: 'ready', items, complete, offline: unreachable, refreshing: refresh.isFetching }
  }
  if (unreachable) return { state: 'unseen', retry }
  if (refresh.isError) return { state: 'failed', message: refusalMessage(refresh.error), retry }
  return { state: 'loading' }
}

/**
 * A pull as the query cache runs it: Query keeps its clock and not its data, which is in the person's database alone.
 * Without `userId` it rests.
 */
export function pullQuery(pull: Pull, userId: number | undefined) {
  return queryOptions({
    queryKey: ['pull', pull.name, userId],
    async queryFn({ signal }): Promise<null> {
      const database = await personalDatabaseIfSignedIn()
      if (database === undefined || database.userId !== userId) return null
      await pull.refresh(database, { signal })
      return null
    },
    enabled: userId !== undefined,
  })
}

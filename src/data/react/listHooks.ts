import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { historyList, type Watched } from '#data/areas/history.ts'
import { myNotifications, notificationsPull, type ShownNotification } from '#data/areas/notifications.ts'
import { type PendingRequest, pendingRequests } from '#data/areas/pendingRequests.ts'
import { myRequests, requestsPull, type ShownRequest } from '#data/areas/requests.ts'
import { type SavedTitle, watchlist } from '#data/areas/watchlist.ts'
import { readFromDevice } from '#data/database/deviceRead.ts'
import { openedPersonalDatabase, type PersonalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { type LiveListState, liveListOf } from '#data/lists/liveList.ts'
import type { ListDefinition } from '#data/lists/mergedView.ts'
import { Unreachable } from '#data/network/failures.ts'
import type { PersonalList, Pull } from '#data/sync/pull.ts'
import { refusalMessage, requestIdOf } from './readHooks.ts'
import { useLive } from './useLive.ts'

/** A synced list on this device with the state of its last refresh. */
export type ListView<Item> =
  | { state: 'loading' }
  | { state: 'guest' }
  /** `complete`: `items` holds the whole list; a long list first holds its newest items only. */
  | { state: 'ready'; items: Item[]; complete: boolean; offline: boolean; refreshing: boolean }
  | { state: 'unseen'; retry: () => void }
  | { state: 'failed'; message: string | undefined; requestId: string | undefined; retry: () => void }

/** Returns the watchlist from the device. TanStack Query decides when to refresh it. */
export function useWatchlist(): ListView<SavedTitle> {
  return useLiveList(watchlist)
}

/** Returns the watch history, newest first. */
export function useHistory(): ListView<Watched> {
  return useLiveList(historyList)
}

/** Loads the whole watchlist, so that its screen renders it immediately. */
export function preloadWatchlist(): Promise<void> {
  return preloadList(watchlist)
}

/** Loads the whole watch history, like `preloadWatchlist`. */
export function preloadHistory(): Promise<void> {
  return preloadList(historyList)
}

export function useNotifications(): ListView<ShownNotification> {
  return usePersonalList(myNotifications, notificationsPull)
}

/** Returns the user's title requests. */
export function useRequests(): ListView<ShownRequest> {
  return usePersonalList(myRequests, requestsPull)
}

/** Returns the requests that wait in the outbox, with their possible actions. */
export function usePendingRequests(): PendingRequest[] | undefined {
  return useLive(async () => pendingRequests(), [], NO_REQUESTS)
}

const NO_REQUESTS: PendingRequest[] = []

/** Subscribes to a short list, which is read again in full after each change. */
function usePersonalList<Item>(read: () => Promise<PersonalList<Item> | undefined>, pull: Pull): ListView<Item> {
  const list = useLive<LiveListState<Item> | 'guest' | 'failed'>(
    async () => {
      const found = await read()
      return found ? { ...found, complete: true } : 'guest'
    },
    [read],
    'failed',
  )
  return useRefreshed(list, pull)
}

/** Subscribes to a list of any length; a change reads only the changed rows again. */
function useLiveList<Row extends { titleId: number }, Item>(definition: ListDefinition<Row, Item>): ListView<Item> {
  const [first] = useState(openedPersonalDatabase)
  const database = useLive<PersonalDatabase | 'guest' | 'failed'>(
    async () => (await personalDatabaseIfSignedIn()) ?? 'guest',
    [],
    'failed',
    first,
  )
  const list = typeof database === 'object' ? liveListOf(definition, database) : undefined
  const state = useSyncExternalStore(
    list?.subscribe ?? subscribeNever,
    list?.getSnapshot ?? undefinedState,
    undefinedState,
  )
  return useRefreshed(typeof database === 'object' ? state : database, definition.pull)
}

async function preloadList<Row extends { titleId: number }, Item>(
  definition: ListDefinition<Row, Item>,
): Promise<void> {
  const database = await readFromDevice(personalDatabaseIfSignedIn)
  if (database) await liveListOf(definition, database).whenComplete()
}

const subscribeNever = () => undefinedState
const undefinedState = () => undefined

function useRefreshed<Item>(list: LiveListState<Item> | 'guest' | 'failed' | undefined, pull: Pull): ListView<Item> {
  const refresh = useQuery(pullQuery(pull, typeof list === 'object' ? list.userId : undefined))
  const retry = () => void refresh.refetch()
  if (list === undefined) return { state: 'loading' }
  if (list === 'guest') return { state: 'guest' }
  // The database does not open, so it is unknown whether the list is on the device.
  if (list === 'failed') return { state: 'failed', message: undefined, requestId: undefined, retry }
  const { items, complete } = list
  const unreachable = refresh.error instanceof Unreachable || refresh.failureReason instanceof Unreachable
  if (list.loaded || items.length > 0) {
    return { state: 'ready', items, complete, offline: unreachable, refreshing: refresh.isFetching }
  }
  if (unreachable) return { state: 'unseen', retry }
  const { error } = refresh
  if (error) return { state: 'failed', message: refusalMessage(error), requestId: requestIdOf(error), retry }
  return { state: 'loading' }
}

/**
 * Wraps a pull as a query. TanStack Query schedules it; its data is only in the user's database. Disabled without
 * `userId`.
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

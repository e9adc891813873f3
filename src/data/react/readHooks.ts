import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { readFromDevice } from '#data/database/deviceRead.ts'
import { readSession, type Session, TOKEN_COOKIE } from '#data/database/session.ts'
import { type StorageProblem, storageProblem, watchStorageProblem } from '#data/database/storageHealth.ts'
import {
  cachedKeys,
  cacheKey,
  isUnknownRecord,
  newerRefusal,
  type Read,
  storeRefusal,
} from '#data/network/cachedRead.ts'
import { type Connection, connectionState, watchConnectivity } from '#data/network/connectivity.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { pastOrZero } from '#data/platform/clock.ts'
import { readCookieNow } from '#data/platform/cookies.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { useLive } from './useLive.ts'

/** State of a read on the screen (docs/product.md#screen-states). */
export type View<Data> =
  | { state: 'loading' }
  /** `offline`: the data was cached at `at` (ms, 0 if unknown), and the server is unreachable. */
  | { state: 'ready'; data: Data; at: number; offline: boolean; refreshing: boolean }
  /** The server is unreachable and this device has no copy. */
  | { state: 'unseen'; retry: () => void }
  /** The server answered 404. */
  | { state: 'missing' }
  /** `message`: the server's message; undefined shows the default one. `requestId`: of a failure of the server. */
  | { state: 'failed'; message: string | undefined; requestId: string | undefined; retry: () => void }

/**
 * Wraps a read as a query: the device's copy first, then the server's answer. `isRecalled`: the copy has been looked up
 * already.
 */
export function readQuery<Data>(read: Read<Data>, { isRecalled = false } = {}) {
  return queryOptions({
    queryKey: read.key,
    async queryFn({ client, signal }): Promise<Data> {
      if (!isRecalled) await recall(client, read)
      const data = await read.fetch({ signal }).catch(async (failure: unknown) => {
        if (isUnknownRecord(read, failure)) void storeRefusal(read, failure).catch(ignoring(...STORAGE_ERRORS))
        if (failure instanceof Unreachable) {
          const copiedAt = client.getQueryState(read.key)?.dataUpdatedAt ?? 0
          const refusal = await readFromDevice(() => newerRefusal(read, copiedAt))
          if (refusal) throw refusal
        }
        if (failure instanceof Unreachable && client.getQueryData(read.key) === undefined) {
          const partial = read.partial && (await readFromDevice(read.partial))
          if (partial !== undefined) client.setQueryData<unknown>(read.key, partial, { updatedAt: 0 })
        }
        throw failure
      })
      // Do not wait: a full device must not delay the answer.
      void read.store(data).catch(ignoring(...STORAGE_ERRORS))
      return data
    },
  })
}

async function recall<Data>(client: QueryClient, read: Read<Data>) {
  if (client.getQueryData(read.key) !== undefined) return
  const cached = await readFromDevice(() => read.look())
  if (cached && client.getQueryData(read.key) === undefined) {
    client.setQueryData<unknown>(read.key, cached.data, { updatedAt: pastOrZero(cached.at) })
  }
}

/** Starts a read in a route loader. Resolves after the device's copy was looked up and never waits for the network. */
export async function startRead<Data>(client: QueryClient, read: Read<Data>): Promise<void> {
  await recall(client, read)
  void client.prefetchQuery(readQuery(read, { isRecalled: true }))
}

/** Returns the state of a read and subscribes to it. */
export function useRead<Data>(read: Read<Data>, { enabled = true }: { enabled?: boolean } = {}): View<Data> {
  const reachable = useReachable()
  const query = useQuery({ ...readQuery(read), enabled })
  const retry = () => void query.refetch()
  const failure = query.error ?? query.failureReason
  if (isUnknownRecord(read, failure)) return { state: 'missing' }
  if (query.data !== undefined) {
    const offline = !reachable || (failure instanceof Unreachable && query.errorUpdatedAt >= query.dataUpdatedAt)
    const at = pastOrZero(query.dataUpdatedAt)
    return { state: 'ready', data: query.data, at, offline, refreshing: query.isFetching }
  }
  if (failure instanceof Unreachable && failure.reason !== 'foreign') return { state: 'unseen', retry }
  if (failure instanceof Refused && failure.status === 404) return { state: 'missing' }
  if (query.isError || failure instanceof Unreachable) {
    return { state: 'failed', message: refusalMessage(failure), requestId: requestIdOf(failure), retry }
  }
  return { state: 'loading' }
}

/** Returns the browser's own view of the network. Use it as a hint for texts and delays, not to skip a request. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    watchBrowser,
    () => navigator.onLine,
    () => true,
  )
}

function watchBrowser(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Returns the connection to the server: by its last answer, or by the browser until there is one. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    watchConnection,
    () => connectionState(navigator.onLine),
    () => 'online',
  )
}

function watchConnection(changed: () => void): () => void {
  const unwatch = [watchConnectivity(changed), watchBrowser(changed)]
  return () => unwatch.forEach((stop) => void stop())
}

/** Whether the server is reachable: false while the browser is offline or after an unanswered request. */
export function useReachable(): boolean {
  return useConnection() === 'online'
}

/** Returns the current storage problem of this device, if any. */
export function useStorageProblem(): StorageProblem | undefined {
  return useSyncExternalStore(watchStorageProblem, storageProblem, () => undefined)
}

/** The signed-in user. `unknown` until the database is read; `likely` tells whether a session cookie exists. */
export type SessionView =
  | { state: 'unknown'; likely: boolean }
  | { state: 'guest' }
  | { state: 'member'; user: Session['user']; expired: boolean }

export function useSession(): SessionView {
  const session = useLive(async () => (await readSession()) ?? null, [], null)
  // Guests and members get the same prerendered page, so it must not show the guest state.
  const likely = useSyncExternalStore(subscribeNever, hasToken, () => true)
  if (session === undefined) return { state: 'unknown', likely }
  if (session === null) return { state: 'guest' }
  return { state: 'member', user: session.user, expired: session.status === 'expired' }
}

const subscribeNever = () => () => undefined
const hasToken = () => readCookieNow(TOKEN_COOKIE) !== undefined

/** Returns which of these reads are cached on this device, as values of `cacheKey()`; undefined until loaded. */
export function useCachedKeys(reads: Pick<Read<unknown>, 'key'>[]): Set<string> | undefined {
  const keys = reads.map(cacheKey)
  return useLive(() => cachedKeys(keys), [keys.join()], new Set<string>())
}

/** Clears the query cache in memory and fetches the visible queries again. */
export async function clearQueryCache(client: QueryClient): Promise<void> {
  client.removeQueries({ type: 'inactive' })
  await client.resetQueries()
}

/** Returns the server's message of a refusal; undefined for the default one. */
export function refusalMessage(failure: unknown): string | undefined {
  return failure instanceof Refused && failure.message !== '' ? failure.message : undefined
}

/** Returns the id under which the server logged its failure; undefined for any other failure. */
export function requestIdOf(failure: unknown): string | undefined {
  return failure instanceof Refused ? failure.requestId : undefined
}

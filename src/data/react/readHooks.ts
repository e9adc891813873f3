import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { readSession, type Session, TOKEN_COOKIE } from '#data/database/session.ts'
import { type StorageProblem, storageProblem, watchStorageProblem } from '#data/database/storageHealth.ts'
import { cachedKeys, cacheKey, type Read } from '#data/network/cachedRead.ts'
import { type Connection, connectionState, watchConnectivity } from '#data/network/connectivity.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { pastOrZero } from '#data/platform/clock.ts'
import { readCookieNow } from '#data/platform/cookies.ts'
import { useLive } from './useLive.ts'

/** State of a read on the screen (docs/product.md#screen-states). */
export type View<Data> =
  | { state: 'loading' }
  /** `offline`: this is what the device remembers from `at` (ms, 0 when nobody knows); the server cannot be reached now. */
  | { state: 'ready'; data: Data; at: number; offline: boolean; refreshing: boolean }
  /** No network, and never seen on this device. */
  | { state: 'unseen'; retry: () => void }
  /** The server knows no such thing. */
  | { state: 'missing' }
  /** `message`: the server's sentence; nothing for the default one. */
  | { state: 'failed'; message: string | undefined; retry: () => void }

/**
 * A read as the query cache runs it: first what the device remembers, then the server; one place for every screen.
 * `isRecalled`: the device has just been asked.
 */
export function readQuery<Data>(read: Read<Data>, { isRecalled = false } = {}) {
  return queryOptions({
    queryKey: read.key,
    async queryFn({ client, signal }): Promise<Data> {
      if (!isRecalled) await recall(client, read)
      const data = await read.fetch({ signal })
      // A full device must not keep the answer from the screen.
      void read.store(data).catch(() => undefined)
      return data
    },
  })
}

async function recall<Data>(client: QueryClient, read: Read<Data>) {
  if (client.getQueryData(read.key) !== undefined) return
  const kept = await read.look().catch(() => undefined)
  if (kept && client.getQueryData(read.key) === undefined) {
    client.setQueryData<unknown>(read.key, kept.data, { updatedAt: pastOrZero(kept.at) })
  }
}

/**
 * For route loaders: starts a read. Resolves as soon as it is known whether the device remembers it, and never waits
 * for the network.
 */
export async function startRead<Data>(client: QueryClient, read: Read<Data>): Promise<void> {
  await recall(client, read)
  void client.prefetchQuery(readQuery(read, { isRecalled: true }))
}

/** What there is to show of a read, now and as it changes. */
export function useRead<Data>(read: Read<Data>, { enabled = true }: { enabled?: boolean } = {}): View<Data> {
  const reachable = useReachable()
  const query = useQuery({ ...readQuery(read), enabled })
  const retry = () => void query.refetch()
  const failure = query.error ?? query.failureReason
  if (query.data !== undefined) {
    const offline = !reachable || (failure instanceof Unreachable && query.errorUpdatedAt >= query.dataUpdatedAt)
    const at = pastOrZero(query.dataUpdatedAt)
    return { state: 'ready', data: query.data, at, offline, refreshing: query.isFetching }
  }
  if (failure instanceof Unreachable && failure.reason !== 'foreign') return { state: 'unseen', retry }
  if (failure instanceof Refused && failure.status === 404) return { state: 'missing' }
  if (query.isError || failure instanceof Unreachable) {
    return { state: 'failed', message: refusalMessage(failure), retry }
  }
  return { state: 'loading' }
}

/** What the browser says of the network: a hint for words and waits, never a reason not to try. */
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

/** How one stands towards the server: by what it answers, and by what the browser says until that is known. */
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

/** Whether the server answers: not while the browser knows of no network, nor after a call that nobody answered. */
export function useReachable(): boolean {
  return useConnection() === 'online'
}

/** What is wrong with this device's storage; nothing when all is well. */
export function useStorageProblem(): StorageProblem | undefined {
  return useSyncExternalStore(watchStorageProblem, storageProblem, () => undefined)
}

/** Who is signed in. `unknown` for the first moment, with what the cookie gives away. */
export type SessionView =
  | { state: 'unknown'; likely: boolean }
  | { state: 'guest' }
  | { state: 'member'; user: Session['user']; expired: boolean }

export function useSession(): SessionView {
  const session = useLive(async () => (await readSession()) ?? null, [], null)
  // The page as the server sent it is nobody's: it leaves room for either.
  const likely = useSyncExternalStore(never, hasToken, () => true)
  if (session === undefined) return { state: 'unknown', likely }
  if (session === null) return { state: 'guest' }
  return { state: 'member', user: session.user, expired: session.status === 'expired' }
}

const never = () => () => undefined
const hasToken = () => readCookieNow(TOKEN_COOKIE) !== undefined

/** Which of these reads this device remembers; asked by `nameOf`. Nothing for the first moment. */
export function useCachedKeys(reads: Pick<Read<unknown>, 'key'>[]): Set<string> | undefined {
  const names = reads.map(cacheKey)
  return useLive(() => cachedKeys(names), [names.join()], new Set<string>())
}

/** Nothing of what was looked up stays in memory; what is on the screen right now is asked for anew. */
export async function clearQueryCache(client: QueryClient): Promise<void> {
  client.removeQueries({ type: 'inactive' })
  await client.resetQueries()
}

/** The sentence of who refused; nothing for the default one. */
export function refusalMessage(failure: unknown): string | undefined {
  return failure instanceof Refused && failure.message !== '' ? failure.message : undefined
}

import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { startDrainer } from '#data/areas/drain.ts'
import { kindOf, pulls } from '#data/areas/kinds.ts'
import { evictExpired } from '#data/database/eviction.ts'
import { checkIntegrity } from '#data/database/integrityCheck.ts'
import { lazyDatabases } from '#data/database/lazy.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { watchSession } from '#data/database/session.ts'
import { isServerUnreachable, watchConnectivity } from '#data/network/connectivity.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { pullQuery } from '#data/react/listHooks.ts'
import { clearQueryCache } from '#data/react/readHooks.ts'
import { refreshUser } from '#data/session/account.ts'
import type { Drainer } from '#data/sync/drainer.ts'
import { unreadableReason } from '#data/sync/readEntry.ts'

/** The tag under which the worker is asked to send what waits when this page is gone. */
const SYNC_TAG = 'outbox'

const expected = ignoring(...EXPECTED_ERRORS)

let drainer: Drainer | undefined
let queryClient: QueryClient | undefined

/**
 * Starts what keeps this device and the server together: the user and the personal lists by Query's clocks, the outbox
 * by its own bell; once, however often it is asked. Everything that speaks for a network wakes what waits for one.
 */
export function startSync(client: QueryClient) {
  if (drainer) return
  queryClient = client
  const started = startDrainer({ onWaiting: askWorker })
  drainer = started
  // A start is news of the network as well: what waited for it tries at once.
  void started.wakeUp().catch(expected)
  void evictExpired().catch(expected)
  void personalDatabaseIfSignedIn()
    .then((database) => database && checkIntegrity(database, (raw) => unreadableReason(raw, database.userId, kindOf)))
    .catch(expected)

  const wakeUp = () => void started.wakeUp().catch(expected)
  addEventListener('online', wakeUp)
  // A page in the back/forward cache must hold no request open, and does not know how long it was away.
  // Behind the library's own listener, which closes the databases: a write that begins before would keep the page from being kept.
  void lazyDatabases().then(() => addEventListener('pagehide', started.pause))
  document.addEventListener('freeze', started.pause)
  for (const [target, back] of [
    [window, 'pageshow'],
    [document, 'resume'],
  ] as const) {
    target.addEventListener(back, () => void started.resume().catch(expected))
  }
  // Any answer after a silence speaks for the network, whoever had asked.
  watchConnectivity(() => {
    if (!isServerUnreachable()) wakeUp()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void started.resume().catch(expected)
  })
  wakeOnAnswers(client, wakeUp)
  followSession(client)
}

/** Sends and fetches everything now, because the person asked. */
export async function syncNow(): Promise<void> {
  await drainer?.wakeUp()
  await queryClient?.invalidateQueries({ queryKey: ['user'] })
  await queryClient?.invalidateQueries({ queryKey: ['pull'] })
}

/** Any answer after a failure says that the network is back, whatever the browser thinks. */
function wakeOnAnswers(client: QueryClient, wakeUp: () => void) {
  let failing = false
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'failed' || event.action.type === 'error') failing = true
    if (event.action.type === 'success' && event.action.manual !== true && failing) {
      failing = false
      wakeUp()
    }
  })
}

/** Asks who is signed in, and keeps that person's lists here; again for the next person, and for nobody not at all. */
function followSession(client: QueryClient) {
  new QueryObserver(client, {
    queryKey: ['user'],
    queryFn: async ({ signal }) => {
      await refreshUser(signal)
      return null
    },
  }).subscribe(() => undefined)
  const lists = pulls.map((pull) => {
    const list = new QueryObserver(client, pullQuery(pull, undefined))
    list.subscribe(() => undefined)
    return { list, pull }
  })
  let person: number | undefined
  watchSession((session) => {
    // Signed out or another person, here or in another tab: what the one before has seen is not theirs to see.
    if (person !== undefined && session?.user.id !== person) void clearQueryCache(client)
    person = session?.user.id
    const userId = session?.status === 'active' ? session.user.id : undefined
    for (const { list, pull } of lists) list.setOptions(pullQuery(pull, userId))
  })
}

/** A worker outlives the page: it sends what waits when the network returns (where the browser has Background Sync). */
function askWorker() {
  void navigator.serviceWorker?.ready
    .then((registration) =>
      (registration as { sync?: { register(tag: string): Promise<void> } }).sync?.register(SYNC_TAG),
    )
    .catch(expected)
}

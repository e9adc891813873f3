import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { startDrainer } from '#data/areas/drain.ts'
import { kindOf, pulls } from '#data/areas/kinds.ts'
import { checkIntegrity } from '#data/database/integrityCheck.ts'
import { lazyDatabases } from '#data/database/lazy.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { watchSession } from '#data/database/session.ts'
import { storeApiBase } from '#data/network/apiBase.ts'
import { isServerUnreachable, watchConnectivity } from '#data/network/connectivity.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { pullQuery } from '#data/react/listHooks.ts'
import { clearQueryCache } from '#data/react/readHooks.ts'
import { refreshUser } from '#data/session/account.ts'
import type { Drainer } from '#data/sync/drainer.ts'
import { unreadableReason } from '#data/sync/readEntry.ts'

/** Background Sync tag; the worker sends the outbox under it when the page is closed. */
const SYNC_TAG = 'outbox'

const expected = ignoring(...EXPECTED_ERRORS)

/** Starts what keeps this page's data in sync with the server. Returns the drainer. */
export function startDraining(client: QueryClient): Drainer {
  const started = startDrainer({ onWaiting: requestBackgroundSync })
  // A start is a sign of a network too.
  void started.wakeUp().catch(expected)
  void storeApiBase().catch(expected)
  void tidyUp().catch(expected)

  const wakeUp = () => void started.wakeUp().catch(expected)
  addEventListener('online', wakeUp)
  // A page in the back/forward cache must hold no open request and does not know how long it was frozen.
  addEventListener('pagehide', started.pause)
  document.addEventListener('freeze', started.pause)
  for (const [target, back] of [
    [window, 'pageshow'],
    [document, 'resume'],
  ] as const) {
    target.addEventListener(back, () => void started.resume().catch(expected))
  }
  // Any answer after a failure shows that the network is back.
  watchConnectivity(() => {
    if (!isServerUnreachable()) wakeUp()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void started.resume().catch(expected)
  })
  wakeAfterFailure(client, wakeUp)
  followSession(client)
  return started
}

/** Deletes what is old and quarantines what is unreadable. */
async function tidyUp() {
  const { deleteSurplusRows, evictExpired } = await lazyDatabases()
  await evictExpired().catch(expected)
  const database = await personalDatabaseIfSignedIn()
  if (!database) return
  await checkIntegrity(database, (raw) => unreadableReason(raw, database.userId, kindOf))
  await deleteSurplusRows(database)
}

/** Any successful query after a failure shows that the network is back, whatever the browser reports. */
function wakeAfterFailure(client: QueryClient, wakeUp: () => void) {
  let hasFailed = false
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'failed' || event.action.type === 'error') hasFailed = true
    if (event.action.type === 'success' && event.action.manual !== true && hasFailed) {
      hasFailed = false
      wakeUp()
    }
  })
}

/** Refreshes the session's user and lists; starts over when the user changes. */
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
  let userId: number | undefined
  let isStarting = true
  watchSession((session) => {
    // Signed out or another user, here or in another tab: the cached answers of the previous user are dropped.
    if (userId !== undefined && session?.user.id !== userId) void clearQueryCache(client)
    // A session that began on this page: open titles were fetched without a place for the user's own state.
    else if (!isStarting && userId === undefined && session)
      void client.invalidateQueries({ queryKey: ['titles', 'show'] })
    isStarting = false
    userId = session?.user.id
    const activeId = session?.status === 'active' ? session.user.id : undefined
    for (const { list, pull } of lists) list.setOptions(pullQuery(pull, activeId))
  })
}

/** Asks the worker to send the outbox when the network returns after the page is closed (Background Sync). */
function requestBackgroundSync() {
  void navigator.serviceWorker?.ready
    .then((registration) =>
      (registration as { sync?: { register(tag: string): Promise<void> } }).sync?.register(SYNC_TAG),
    )
    // NotAllowedError: the user denied background sync.
    .catch(ignoring(...EXPECTED_ERRORS, 'NotAllowedError'))
}

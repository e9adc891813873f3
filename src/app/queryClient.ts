import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { type Query, QueryClient } from '@tanstack/react-query'
import { type PersistedClient, persistQueryClient } from '@tanstack/react-query-persist-client'
import { CACHE_TIME, QUERY_RETRIES, RETRY_CAP, STALE_TIME } from '#contract/limits.ts'
import { clock, heardAt } from '#data/clock.ts'
import { Refused } from '#data/failures.ts'
import { note } from '#data/journal.ts'
import { PERSISTED } from '#data/persisted.ts'
import { personalIfAny } from '#data/personal.ts'

/** The most that the first screen's answers may take in localStorage, in characters. */
const BUDGET = 300_000
/** How long they are of use, in ms (7 days). */
const PERSISTED_FOR = 7 * 86_400_000
/** A change of what is stored counts this up: older stores are dropped. */
const BUSTER = '1'

/** Clocks as the specification has them (section 9). A refusal is an answer: asking again would change nothing. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The clock may be set back while the app stands open.
        staleTime: ({ state }) => (heardAt(state.dataUpdatedAt) === 0 ? Number.NEGATIVE_INFINITY : STALE_TIME),
        gcTime: CACHE_TIME,
        // What the browser thinks of the network is a hint (sync page): a call finds out by itself.
        networkMode: 'always',
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        retry: (failures, failure) =>
          failures < QUERY_RETRIES && navigator.onLine && !(failure instanceof Refused && failure.status < 500),
        retryDelay: (failures) => Math.min(1000 * 2 ** failures, RETRY_CAP),
      },
    },
  })
}

/** The few answers the first screen needs: localStorage is read at once, IndexedDB is not. */
function isFirstScreen(query: Query): boolean {
  const [area, what, search] = query.queryKey
  if (query.state.data === undefined) return false
  if (area === 'genres') return true
  if (area !== 'titles') return false
  return what === 'slideshow' || (what === 'search' && JSON.stringify(search).length < 60)
}

/** Brings back the first screen's answers before the first paint, and keeps them as they change. */
export function persistFirstScreen(client: QueryClient) {
  const storage = firstScreenStorage()
  if (!storage) return
  const persister = createSyncStoragePersister({
    storage,
    key: PERSISTED,
    throttleTime: 1000,
    serialize: withinBudget,
    deserialize: readPersisted,
  })
  const [unsubscribe, restored] = persistQueryClient({
    queryClient: client,
    persister,
    maxAge: PERSISTED_FOR,
    buster: BUSTER,
    dehydrateOptions: { shouldDehydrateQuery: isFirstScreen },
    // A 300 s `gcTime` would drop restored answers before they are of use.
    hydrateOptions: { defaultOptions: { queries: { gcTime: PERSISTED_FOR } } },
  })
  void restored.catch(() => storage.removeItem(PERSISTED))
  return unsubscribe
}

/** Of another version: the library drops it, and support is told that the first screen began empty. */
function readPersisted(text: string): PersistedClient {
  const client: PersistedClient = JSON.parse(text)
  if (client.buster !== BUSTER) void noteOtherVersion(client.buster).catch(() => undefined)
  else for (const { state } of client.clientState.queries) state.dataUpdatedAt = heardAt(state.dataUpdatedAt)
  return client
}

async function noteOtherVersion(buster: unknown) {
  const database = await personalIfAny()
  if (database) await note(database, 'reset', `first screen of version ${String(buster).slice(0, 20)}`, clock.now())
}

/** As JSON within the budget: what was asked for last stays. */
export function withinBudget({ clientState, ...client }: PersistedClient): string {
  const queries = clientState.queries.toSorted((one, other) => weightOf(other) - weightOf(one))
  const kept: string[] = []
  let room = BUDGET
  for (const query of queries) {
    const text = JSON.stringify(query)
    if (text.length > room) continue
    room -= text.length
    kept.push(text)
  }
  return `${JSON.stringify(client).slice(0, -1)},"clientState":{"mutations":[],"queries":[${kept.join()}]}}`
}

/** The slideshow and the genres stand on every first screen. */
function weightOf({ queryKey: [area, what], state: { dataUpdatedAt } }: DehydratedQuery): number {
  return area === 'genres' || what === 'slideshow' ? Number.POSITIVE_INFINITY : dataUpdatedAt
}
type DehydratedQuery = PersistedClient['clientState']['queries'][number]

/** localStorage that never throws; nothing where the browser forbids it. */
function firstScreenStorage() {
  try {
    const storage = window.localStorage
    return {
      getItem: (key: string) => storage.getItem(key),
      setItem(key: string, value: string) {
        try {
          storage.setItem(key, value)
        } catch {
          // Full: the next first screen comes from the database, as any other.
          storage.removeItem(key)
        }
      },
      removeItem: (key: string) => storage.removeItem(key),
    }
  } catch {
    return undefined
  }
}

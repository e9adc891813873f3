import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { hashKey, type Query, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { type PersistedClient, persistQueryClient } from '@tanstack/react-query-persist-client'
import * as v from 'valibot'
import type { Schema } from '#contract/endpoint.ts'
import { CACHE_TIME, QUERY_RETRIES, RETRY_CAP, STALE_TIME } from '#contract/limits.ts'
import { genres } from '#data/areas/genres.ts'
import { slideshow, titleSearch } from '#data/areas/titles.ts'
import { recordEvent } from '#data/database/journal.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { Refused } from '#data/network/failures.ts'
import { clock, pastOrZero } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { PERSISTED_QUERIES_KEY } from '#data/platform/persistedQueries.ts'

/** The most that the first screen's answers may take in localStorage, in characters. */
const BUDGET = 300_000
/** How long they are of use, in ms (7 days). */
const PERSISTED_FOR = 7 * 86_400_000
/** Counted up where older answers fit the shapes and mean something else: a shape that changed is found by itself. */
const BUSTER = '1'

/** Clocks as the specification has them (section 9). A refusal is an answer: asking again would change nothing. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: ignoring(...EXPECTED_ERRORS) }),
    defaultOptions: {
      queries: {
        // The clock may be set back while the app stands open.
        staleTime: ({ state }) => (pastOrZero(state.dataUpdatedAt) === 0 ? Number.NEGATIVE_INFINITY : STALE_TIME),
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
function isInitialQuery({ queryKey, state }: Query): boolean {
  const [, what, search] = queryKey
  if (state.data === undefined || !shapeOf(queryKey)) return false
  return what !== 'search' || JSON.stringify(search).length < 60
}

/** What an answer that is kept for the first screen must look like; nothing for those that are not. */
function shapeOf([area, what]: QueryKey): Schema | undefined {
  if (area === 'genres') return genres().shape
  if (area !== 'titles') return undefined
  if (what === 'slideshow') return slideshow().shape
  return what === 'search' ? titleSearch({}).shape : undefined
}

/** Brings back the first screen's answers before the first paint, and keeps them as they change. */
export function persistInitialQueries(client: QueryClient) {
  const storage = initialQueryStorage()
  if (!storage) return
  const persister = createSyncStoragePersister({
    storage,
    key: PERSISTED_QUERIES_KEY,
    throttleTime: 1000,
    serialize: withinBudget,
    deserialize: readPersisted,
  })
  const [unsubscribe, restored] = persistQueryClient({
    queryClient: client,
    persister,
    maxAge: PERSISTED_FOR,
    buster: BUSTER,
    dehydrateOptions: { shouldDehydrateQuery: isInitialQuery },
    // A 300 s `gcTime` would drop restored answers before they are of use.
    hydrateOptions: { defaultOptions: { queries: { gcTime: PERSISTED_FOR } } },
  })
  void restored.catch(() => storage.removeItem(PERSISTED_QUERIES_KEY))
  return unsubscribe
}

/** Without a time the library takes it away and begins anew. */
const NOTHING: PersistedClient = { buster: BUSTER, timestamp: 0, clientState: { mutations: [], queries: [] } }

const Persisted = v.object({
  buster: v.string(),
  timestamp: v.number(),
  clientState: v.object({ queries: v.array(v.unknown()) }),
})
const PersistedQuery = v.object({
  queryKey: v.array(v.unknown()),
  state: v.object({ data: v.unknown(), dataUpdatedAt: v.number() }),
})

/**
 * What was kept, as far as this build would keep it: of another version nothing, and no answer that its call could not give, as a
 * build that changed a shape finds it. Support is told that the first screen began with less.
 */
function readPersisted(text: string): PersistedClient {
  const read = v.safeParse(Persisted, parseJson(text))
  if (!read.success) {
    noteReset('first screen was unreadable')
    return NOTHING
  }
  const { buster, timestamp, clientState } = read.output
  if (buster !== BUSTER) {
    noteReset(`first screen of version ${buster.slice(0, 20)}`)
    return NOTHING
  }
  const queries = clientState.queries.flatMap(validatedQuery)
  const misfits = clientState.queries.length - queries.length
  if (misfits > 0) noteReset(`first screen: ${misfits} answers of another shape`)
  return { buster, timestamp, clientState: { mutations: [], queries } }
}

/** A kept answer by the shape its call has, as one of the database's is read; its clocks alone are taken over. */
function validatedQuery(kept: unknown): DehydratedQuery[] {
  const read = v.safeParse(PersistedQuery, kept)
  const shape = read.success ? shapeOf(read.output.queryKey) : undefined
  if (!read.success || !shape) return []
  const { queryKey, state } = read.output
  const answer = v.safeParse(shape, state.data)
  if (!answer.success) return []
  const dataUpdatedAt = pastOrZero(state.dataUpdatedAt)
  const whole = { ...SUCCESS, data: answer.output, dataUpdatedAt }
  return [{ dehydratedAt: dataUpdatedAt, queryKey, queryHash: hashKey(queryKey), state: whole }]
}

const SUCCESS = {
  dataUpdateCount: 1,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  isInvalidated: false,
  status: 'success',
  fetchStatus: 'idle',
} as const

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function noteReset(detail: string) {
  const noted = personalDatabaseIfSignedIn().then(
    (database) => database && recordEvent(database, 'reset', detail, clock.now()),
  )
  void noted.catch(() => undefined)
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
function initialQueryStorage() {
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

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
import { reportError } from '#data/platform/reportError.ts'
import { localItems } from '#data/platform/webStorage.ts'

/** Budget of the persisted queries in localStorage, in characters. */
const BUDGET = 300_000
/** Maximum age of persisted queries, in ms (7 days). */
const PERSISTED_FOR = 7 * 86_400_000
/**
 * Increment when older data still matches the schemas but means something else. Changed schemas are detected by
 * validation.
 */
const BUSTER = '1'

/** Times as specified (docs/specification.md, section 9). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: ignoring(...EXPECTED_ERRORS) }),
    defaultOptions: {
      queries: {
        // The clock may be set back while the app is open.
        staleTime: ({ state }) => (pastOrZero(state.dataUpdatedAt) === 0 ? Number.NEGATIVE_INFINITY : STALE_TIME),
        gcTime: CACHE_TIME,
        // The browser's online state is only a hint (docs/architecture.md): each call finds out itself.
        networkMode: 'always',
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        retry: (failures, failure) => failures < QUERY_RETRIES && navigator.onLine && mayRetry(failure),
        retryDelay: (failures, failure) => Math.max(Math.min(1000 * 2 ** failures, RETRY_CAP), requestedWait(failure)),
      },
    },
  })
}

/**
 * A refusal is an answer, unless it is temporary. A server that asks for a longer wait than the longest backoff is not
 * asked again: the screen shows its message and a retry button.
 */
function mayRetry(failure: unknown): boolean {
  return !(failure instanceof Refused) || (failure.isTemporary && requestedWait(failure) <= RETRY_CAP)
}

/** `Retry-After` of a refusal, in ms. */
function requestedWait(failure: unknown): number {
  return (failure instanceof Refused && failure.retryAfter) || 0
}

/** The queries of the first screen: localStorage is synchronous, IndexedDB is not. */
function isInitialQuery({ queryKey, state }: Query): boolean {
  const [, what, search] = queryKey
  if (state.data === undefined || !schemaOf(queryKey)) return false
  return what !== 'search' || JSON.stringify(search).length < 60
}

/** Schema of a persisted query; undefined for queries that are not persisted. */
function schemaOf([area, what]: QueryKey): Schema | undefined {
  if (area === 'genres') return genres().shape
  if (area !== 'titles') return undefined
  if (what === 'slideshow') return slideshow().shape
  return what === 'search' ? titleSearch({}).shape : undefined
}

/** Restores the first screen's queries before the first paint and persists their changes. */
export function persistInitialQueries(client: QueryClient) {
  const persister = createSyncStoragePersister({
    storage: {
      getItem: () => localItems.get(PERSISTED_QUERIES_KEY),
      setItem(_, value) {
        // Without space for all of them, the next start reads from IndexedDB.
        if (!localItems.set(PERSISTED_QUERIES_KEY, value)) localItems.remove(PERSISTED_QUERIES_KEY)
      },
      removeItem: localItems.remove,
    },
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
    // The default `gcTime` of 300 s would drop restored queries before they are used.
    hydrateOptions: { defaultOptions: { queries: { gcTime: PERSISTED_FOR } } },
  })
  void restored.catch((failure: unknown) => {
    reportError(failure)
    localItems.remove(PERSISTED_QUERIES_KEY)
  })
  return unsubscribe
}

/** A timestamp of 0 makes the library discard the data. */
const EMPTY: PersistedClient = { buster: BUSTER, timestamp: 0, clientState: { mutations: [], queries: [] } }

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
 * Validates persisted queries: discards data of another version and answers that no longer match their schema. Notes
 * losses in the journal.
 */
function readPersisted(text: string): PersistedClient {
  const read = v.safeParse(Persisted, parseJson(text))
  if (!read.success) {
    recordReset('first screen was unreadable')
    return EMPTY
  }
  const { buster, timestamp, clientState } = read.output
  if (buster !== BUSTER) {
    recordReset(`first screen of version ${buster.slice(0, 20)}`)
    return EMPTY
  }
  const queries = clientState.queries.flatMap(validatedQuery)
  const misfits = clientState.queries.length - queries.length
  if (misfits > 0) recordReset(`first screen: ${misfits} answers of another shape`)
  return { buster, timestamp, clientState: { mutations: [], queries } }
}

/** Validates a persisted query like a row of the database; only its timestamp is taken over. */
function validatedQuery(persisted: unknown): DehydratedQuery[] {
  const read = v.safeParse(PersistedQuery, persisted)
  const shape = read.success ? schemaOf(read.output.queryKey) : undefined
  if (!read.success || !shape) return []
  const { queryKey, state } = read.output
  const answer = v.safeParse(shape, state.data)
  if (!answer.success) return []
  const dataUpdatedAt = pastOrZero(state.dataUpdatedAt)
  const valid = { ...SUCCESS, data: answer.output, dataUpdatedAt }
  return [{ dehydratedAt: dataUpdatedAt, queryKey, queryHash: hashKey(queryKey), state: valid }]
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
  } catch (failure) {
    ignoring('SyntaxError')(failure)
    return undefined
  }
}

function recordReset(detail: string) {
  const recorded = personalDatabaseIfSignedIn().then(
    (database) => database && recordEvent(database, 'reset', detail, clock.now()),
  )
  void recorded.catch(ignoring(...EXPECTED_ERRORS))
}

/** Serializes the most recent queries within the budget. */
export function withinBudget({ clientState, ...client }: PersistedClient): string {
  const queries = clientState.queries.toSorted((one, other) => priorityOf(other) - priorityOf(one))
  const persisted: string[] = []
  let remaining = BUDGET
  for (const query of queries) {
    const text = JSON.stringify(query)
    if (text.length > remaining) continue
    remaining -= text.length
    persisted.push(text)
  }
  return `${JSON.stringify(client).slice(0, -1)},"clientState":{"mutations":[],"queries":[${persisted.join()}]}}`
}

/** The slideshow and the genres are on every first screen, so they come first. */
function priorityOf({ queryKey: [area, what], state: { dataUpdatedAt } }: DehydratedQuery): number {
  return area === 'genres' || what === 'slideshow' ? Number.POSITIVE_INFINITY : dataUpdatedAt
}
type DehydratedQuery = PersistedClient['clientState']['queries'][number]

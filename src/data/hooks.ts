import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useReducer, useRef, useSyncExternalStore } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import { type CommentChange, commentChanges } from './commentChanges.ts'
import { type CommentPage, layOver, type OwnComments, ownComments, type ShownComment, topComments } from './comments.ts'
import { readCookieNow } from './cookies.ts'
import { type Counts, counts } from './counts.ts'
import { device } from './device.ts'
import { Refused, Unreachable } from './failures.ts'
import { type Watched, watchedListing, watchedState } from './history.ts'
import { type ImportState, importStates } from './importState.ts'
import { readJournal } from './journal.ts'
import { keptPush } from './keptPush.ts'
import type { Listing } from './listing.ts'
import { type LiveKept, liveListOf } from './liveList.ts'
import { type NotificationWishes, notificationSettings, settingsPull } from './notificationSettings.ts'
import { myNotifications, notificationsPull, type ShownNotification, unreadCount } from './notifications.ts'
import { type PersonalDatabase, personalIfAny } from './personal.ts'
import type { KeptList, Pulled } from './pull.ts'
import type { PushState } from './push.ts'
import { isServerSilent, watchReach } from './reach.ts'
import { type LikeState, likeState } from './reactions.ts'
import { keptAnswers, nameOf, type Read } from './read.ts'
import { type RequestChange, requestChanges } from './requestChanges.ts'
import { myRequests, requestsPull, type ShownRequest } from './requests.ts'
import type { JournalEvent } from './rows.ts'
import { readSession, type Session, TOKEN_COOKIE } from './session.ts'
import { markSynced, type SyncState, type SyncSummary, syncState, syncSummary } from './syncState.ts'
import { openedTitles } from './titles.ts'
import { type StorageTrouble, storageTrouble, watchTrouble } from './trouble.ts'
import { type SavedState, type SavedTitle, savedListing, savedState, savedStates } from './watchlist.ts'

/** The honest states of anything that is shown (product page, section 2). */
export type View<Data> =
  | { state: 'loading' }
  /** `offline`: this is what the device remembers from `at` (ms); the server cannot be reached now. */
  | { state: 'ready'; data: Data; at: number; offline: boolean; refreshing: boolean }
  /** No network, and never seen on this device. */
  | { state: 'unseen'; retry: () => void }
  /** The server knows no such thing. */
  | { state: 'missing' }
  /** `message`: the server's sentence; nothing for the default one. */
  | { state: 'failed'; message: string | undefined; retry: () => void }

/** A read as the query cache runs it: first what the device remembers, then the server; one place for every screen. */
export function queryOf<Data>(read: Read<Data>) {
  return queryOptions({
    queryKey: read.key,
    async queryFn({ client, signal }): Promise<Data> {
      await recall(client, read)
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
    client.setQueryData<unknown>(read.key, kept.data, { updatedAt: kept.at })
  }
}

/**
 * For route loaders: starts a read. Resolves as soon as it is known whether the device remembers it, and never waits
 * for the network.
 */
export async function startRead<Data>(client: QueryClient, read: Read<Data>): Promise<void> {
  await recall(client, read)
  void client.prefetchQuery(queryOf(read))
}

/** What there is to show of a read, now and as it changes. */
export function useRead<Data>(read: Read<Data>, { enabled = true }: { enabled?: boolean } = {}): View<Data> {
  const online = useOnline()
  const query = useQuery({ ...queryOf(read), enabled })
  const retry = () => void query.refetch()
  const failure = query.error ?? query.failureReason
  if (query.data !== undefined) {
    const offline = !online || (failure instanceof Unreachable && query.errorUpdatedAt >= query.dataUpdatedAt)
    return { state: 'ready', data: query.data, at: query.dataUpdatedAt, offline, refreshing: query.isFetching }
  }
  if (failure instanceof Unreachable && failure.reason !== 'foreign') return { state: 'unseen', retry }
  if (failure instanceof Refused && failure.status === 404) return { state: 'missing' }
  if (query.isError || failure instanceof Unreachable) {
    return { state: 'failed', message: sentenceOf(failure), retry }
  }
  return { state: 'loading' }
}

/** What the browser says of the network: a hint for words and waits, never a reason not to try. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('online', changed)
      addEventListener('offline', changed)
      return () => {
        removeEventListener('online', changed)
        removeEventListener('offline', changed)
      }
    },
    () => navigator.onLine,
  )
}

/** Whether the server answers: not while the browser knows of no network, nor after a call that nobody answered. */
export function useReachable(): boolean {
  const online = useOnline()
  const silent = useSyncExternalStore(watchReach, isServerSilent)
  return online && !silent
}

/** What is wrong with this device's storage; nothing when all is well. */
export function useStorageTrouble(): StorageTrouble | undefined {
  return useSyncExternalStore(watchTrouble, storageTrouble)
}

/** After a look that failed the next one comes by itself, in ms. */
const LOOK_AGAIN = 1_000

/**
 * A live query that outlives trouble with the database: `otherwise` shows, and it is asked again soon, since a look that
 * failed half way does not hear the changes of what it did not come to read. The function must be an `async` one: Dexie
 * hears what is read after the first `await` of no other.
 */
function useLive<Data>(look: () => Promise<Data>, parts: unknown[], otherwise: Data): Data | undefined {
  const [failures, again] = useReducer((count: number) => count + 1, 0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useLiveQuery(async () => {
    try {
      return await look()
    } catch {
      clearTimeout(timer.current)
      timer.current = setTimeout(again, LOOK_AGAIN)
      return otherwise
    }
  }, [...parts, failures])
}

/** Who is signed in. `unknown` for the first moment, with what the cookie gives away. */
export type SessionView =
  | { state: 'unknown'; likely: boolean }
  | { state: 'guest' }
  | { state: 'member'; user: Session['user']; expired: boolean }

export function useSession(): SessionView {
  const session = useLive(async () => (await readSession()) ?? null, [], null)
  if (session === undefined) return { state: 'unknown', likely: readCookieNow(TOKEN_COOKIE) !== undefined }
  if (session === null) return { state: 'guest' }
  return { state: 'member', user: session.user, expired: session.status === 'expired' }
}

/** Whether a title is saved; nothing for the first moment. */
export function useSaved(titleId: number): SavedState | undefined {
  return useLive(() => savedState(titleId), [titleId], { saved: false, pending: false })
}

/** As `useSaved`, for a screen full of titles. */
export function useSavedStates(titleIds: number[]): Map<number, SavedState> | undefined {
  return useLive(() => savedStates(titleIds), [titleIds.join()], new Map<number, SavedState>())
}

export function useLike(titleId: number): LikeState | undefined {
  return useLive(() => likeState(titleId), [titleId], { liked: false, likes: undefined, pending: false })
}

/** A page of comments on a title as this person sees them. */
export interface CommentList {
  items: ShownComment[]
  /** nothing while only one's own are known */
  meta: CommentPage['meta'] | undefined
}

/** Everybody's comments on a title with one's own laid over them: waiting ones, and taken ones the page does not have yet. */
export function useComments(titleId: number, page = 1): View<CommentList> {
  const view = useRead(topComments(titleId, page))
  const own = useLive(() => ownComments(titleId), [titleId], NO_COMMENTS)
  if (view.state === 'ready' && own) {
    return { ...view, data: { items: layOver(view.data, view.at, own), meta: view.data.meta } }
  }
  if (view.state === 'ready') return { state: 'loading' }
  const items = own && page === 1 ? layOver(NO_PAGE, 0, own) : []
  // Nobody else's are here; what the person wrote is not to vanish for that.
  if (items.length === 0) return view
  return {
    state: 'ready',
    data: { items, meta: undefined },
    at: 0,
    offline: view.state === 'unseen',
    refreshing: false,
  }
}

/** One's own comments on a title that the server does not have yet, with what can be done about them. */
export function useCommentChanges(titleId: number): CommentChange[] | undefined {
  return useLive(() => commentChanges(titleId), [titleId], NO_CHANGES)
}

const NO_CHANGES: CommentChange[] = []
const NO_COMMENTS: OwnComments = { taken: [], waiting: [] }
const NO_PAGE: CommentPage = {
  data: [],
  meta: { currentPage: 1, lastPage: 1, perPage: 0, total: 0, from: null, to: null },
}

/** The queue change by change; `useSyncSummary` for its figures. */
export function useSync(): SyncState | undefined {
  return useLive(() => syncState(), [], undefined)
}

/** What happened to the person's changes, newest first. */
export function useJournal(): JournalEvent[] | undefined {
  return useLive(() => readJournal(), [], NO_EVENTS)
}

const NO_EVENTS: JournalEvent[] = []

export function useSyncSummary(): SyncSummary | undefined {
  return useLive(() => syncSummary(), [], undefined)
}

/** Which of these titles, or of all, open without a network. */
export function useOpenedTitles(ids?: number[]): Set<number> | undefined {
  return useLive(() => openedTitles(ids), [ids?.join()], new Set<number>())
}

/** Which of these reads this device remembers; asked by `nameOf`. Nothing for the first moment. */
export function useKept(reads: Pick<Read<unknown>, 'key'>[]): Set<string> | undefined {
  const names = reads.map(nameOf)
  return useLive(() => keptAnswers(names), [names.join()], new Set<string>())
}

/** What of everything seen on this device answers a query; nothing for the first moment. */
export function useSeenTitles(q: string, most: number): TitleCard[] | undefined {
  const look = async () => {
    // The index is in memory: what makes it look again is the table it is of.
    await device.cards.count()
    return (await import('./seenSearch.ts')).searchSeenTitles(q, most)
  }
  return useLive(look, [q, most], [])
}

/** A list kept whole on this device, with the news of its last refresh. */
export type ListView<Item> =
  | { state: 'loading' }
  | { state: 'guest' }
  /** `whole`: all are in `items`; of a long list the newest come first, and the others soon after. */
  | { state: 'ready'; items: Item[]; whole: boolean; offline: boolean; refreshing: boolean }
  | { state: 'unseen'; retry: () => void }
  | { state: 'failed'; message: string | undefined; retry: () => void }

/** The watchlist: painted from the device at once; Query's clocks decide when it is refreshed. */
export function useWatchlist(): ListView<SavedTitle> {
  return useListing(savedListing)
}

/** What was watched, last first. */
export function useHistory(): ListView<Watched> {
  return useListing(watchedListing)
}

/** How far the person is in a title; null when it was not watched, nothing for the first moment. */
export function useWatched(titleId: number): Watched | null | undefined {
  return useLive(async () => (await watchedState(titleId)) ?? null, [titleId], null)
}

export function useNotifications(): ListView<ShownNotification> {
  return useKeptList(myNotifications, notificationsPull)
}

/** How many notifications are not read: for the badges. */
export function useUnread(): number | undefined {
  return useLive(async () => unreadCount(), [], 0)
}

/** Whether news reaches this browser while the app is closed; `offline`: only the server can say, and it is out of reach. */
export function usePushState(): PushState | 'offline' | undefined {
  const kept = useLive(async () => keptPush(), [], undefined)
  const { data, error, failureReason } = useQuery({
    queryKey: ['push', kept?.userId, kept?.at],
    queryFn: async () => (await import('./push.ts')).pushState(),
    placeholderData: (before) => before,
    staleTime: 0,
  })
  if (data !== undefined) return data
  if ((error ?? failureReason) instanceof Unreachable) return 'offline'
  return error ? 'unsupported' : undefined
}

/** What the person wants to be disturbed by, fetched when it is looked at. `missing`: the server knows of no such thing. */
export function useNotificationSettings(): NotificationWishes | 'missing' | 'unseen' | undefined {
  const kept = useLive(async () => notificationSettings(), [], undefined)
  const { error, failureReason } = useQuery(pullQuery(settingsPull, kept?.userId))
  if (kept?.known) return kept
  if ((error ?? failureReason) instanceof Unreachable) return 'unseen'
  return error ? 'missing' : undefined
}

/** The person's wishes for titles. */
export function useRequests(): ListView<ShownRequest> {
  return useKeptList(myRequests, requestsPull)
}

/** Those of them that the server does not have yet, with what can be done about them. */
export function useRequestChanges(): RequestChange[] | undefined {
  return useLive(async () => requestChanges(), [], NO_REQUESTS)
}

const NO_REQUESTS: RequestChange[] = []

/** How much there is of what the person keeps; nothing for the first moment, and for guests. */
export function useCounts(): Counts | undefined {
  return useLive(async () => counts(), [], undefined)
}

/** The imports that go on, and those whose report stands. */
export function useImports(): ImportState[] | undefined {
  return useLive(async () => importStates(), [], NO_IMPORTS)
}

const NO_IMPORTS: ImportState[] = []

/** A list of which every change has all of it read anew: for short ones. */
function useKeptList<Item>(look: () => Promise<KeptList<Item> | undefined>, pull: Pulled): ListView<Item> {
  const list = useLive<LiveKept<Item> | 'guest' | 'trouble'>(
    async () => {
      const kept = await look()
      return kept ? { ...kept, whole: true } : 'guest'
    },
    [look],
    'trouble',
  )
  return useRefreshed(list, pull)
}

/** A list of any length, of which a change has only that read anew which it changed. */
function useListing<Row extends { titleId: number }, Item>(listing: Listing<Row, Item>): ListView<Item> {
  const database = useLive<PersonalDatabase | 'guest' | 'trouble'>(
    async () => (await personalIfAny()) ?? 'guest',
    [],
    'trouble',
  )
  const list = typeof database === 'object' ? liveListOf(listing, database) : undefined
  const state = useSyncExternalStore(list?.subscribe ?? watchNothing, list?.look ?? nothing)
  return useRefreshed(typeof database === 'object' ? state : database, listing.pull)
}

const watchNothing = () => nothing
const nothing = () => undefined

function useRefreshed<Item>(list: LiveKept<Item> | 'guest' | 'trouble' | undefined, pull: Pulled): ListView<Item> {
  const refresh = useQuery(pullQuery(pull, typeof list === 'object' ? list.userId : undefined))
  const retry = () => void refresh.refetch()
  if (list === undefined) return { state: 'loading' }
  if (list === 'guest') return { state: 'guest' }
  // The list may well be there: nobody can say while the database does not open.
  if (list === 'trouble') return { state: 'failed', message: undefined, retry }
  const { items, whole } = list
  const unreachable = refresh.error instanceof Unreachable || refresh.failureReason instanceof Unreachable
  if (list.loaded || items.length > 0) {
    return { state: 'ready', items, whole, offline: unreachable, refreshing: refresh.isFetching }
  }
  if (unreachable) return { state: 'unseen', retry }
  if (refresh.isError) return { state: 'failed', message: sentenceOf(refresh.error), retry }
  return { state: 'loading' }
}

/**
 * A pull as the query cache runs it: Query keeps its clock and not its data, which is in the person's database alone.
 * Without `userId` it rests.
 */
export function pullQuery(pull: Pulled, userId: number | undefined) {
  return queryOptions({
    queryKey: ['pull', pull.name, userId],
    async queryFn({ signal }): Promise<null> {
      const database = await personalIfAny()
      if (database === undefined || database.userId !== userId) return null
      await pull.refresh(database, { signal })
      await markSynced(database).catch(() => undefined)
      return null
    },
    enabled: userId !== undefined,
  })
}

/** Nothing of what was looked up stays in memory; what is on the screen right now is asked for anew. */
export async function forgetAnswers(client: QueryClient): Promise<void> {
  client.removeQueries({ type: 'inactive' })
  await client.resetQueries()
}

function sentenceOf(failure: unknown): string | undefined {
  return failure instanceof Refused && failure.message !== '' ? failure.message : undefined
}

import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import {
  type CommentPage,
  mergeComments,
  type OwnComments,
  ownComments,
  type ShownComment,
  topComments,
} from '#data/areas/comments.ts'
import { type Watched, watchedState } from '#data/areas/history.ts'
import { pendingComments, type UnsentComment } from '#data/areas/pendingComments.ts'
import { type LikeState, likeState } from '#data/areas/reactions.ts'
import { cachedSeasons, openedTitles } from '#data/areas/titles.ts'
import { type SavedState, savedState, savedStates } from '#data/areas/watchlist.ts'
import { device } from '#data/database/device.ts'
import { useRead, type View } from './readHooks.ts'
import { useLive } from './useLive.ts'

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

/** How far the person is in a title; null when it was not watched, nothing for the first moment. */
export function useWatched(titleId: number): Watched | null | undefined {
  return useLive(async () => (await watchedState(titleId)) ?? null, [titleId], null)
}

/** The seasons of those titles that were opened on this device; nothing for the first moment. */
export function useSeenSeasons(ids: number[]): Map<number, Title['seasons']> | undefined {
  return useLive(async () => cachedSeasons(ids), [ids.join()], new Map<number, Title['seasons']>())
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
    return { ...view, data: { items: mergeComments(view.data, view.at, own), meta: view.data.meta } }
  }
  if (view.state === 'ready') return { state: 'loading' }
  const items = own && page === 1 ? mergeComments(NO_PAGE, 0, own) : []
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
export function usePendingComments(titleId: number): UnsentComment[] | undefined {
  return useLive(() => pendingComments(titleId), [titleId], NO_CHANGES)
}

const NO_CHANGES: UnsentComment[] = []
const NO_COMMENTS: OwnComments = { acknowledged: [], pending: [] }
const NO_PAGE: CommentPage = {
  data: [],
  meta: { currentPage: 1, lastPage: 1, perPage: 0, total: 0, from: null, to: null },
}

/** Which of these titles, or of all, open without a network. */
export function useOpenedTitles(ids?: number[]): Set<number> | undefined {
  return useLive(() => openedTitles(ids), [ids?.join()], new Set<number>())
}

/** What of everything seen on this device answers a query; nothing for the first moment. */
export function useDeviceSearch(q: string, most: number): TitleCard[] | undefined {
  const look = async () => {
    // The index is in memory: what makes it look again is the table it is of.
    await (await device()).cards.count()
    return (await import('#data/search/deviceSearch.ts')).searchDeviceTitles(q, most)
  }
  return useLive(look, [q, most], [])
}

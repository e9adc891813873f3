import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { type CommentPage, type ShownComment, topComments } from '#data/areas/comments.ts'
import { type Watched, watchedState } from '#data/areas/history.ts'
import { mergeComments } from '#data/areas/mergeComments.ts'
import { NO_COMMENTS, ownComments } from '#data/areas/ownComments.ts'
import { pendingComments, type UnsentComment } from '#data/areas/pendingComments.ts'
import { type LikeState, likeState } from '#data/areas/reactions.ts'
import { cachedSeasons, openedTitles, title } from '#data/areas/titles.ts'
import { type SavedState, savedState, savedStates } from '#data/areas/watchlist.ts'
import { device } from '#data/database/device.ts'
import { readQuery, useReachable, useRead, type View } from './readHooks.ts'
import { useLive } from './useLive.ts'

/** Returns whether a title is saved; undefined until loaded, and while the device cannot read it. */
export function useSaved(titleId: number): SavedState | undefined {
  return useLive<SavedState | undefined>(() => savedState(titleId), [titleId], undefined)
}

/** Returns the saved state of many titles with one query. */
export function useSavedStates(titleIds: number[]): Map<number, SavedState> | undefined {
  return useLive(() => savedStates(titleIds), [titleIds.join()], new Map<number, SavedState>())
}

export function useLike(titleId: number): LikeState | undefined {
  return useLive<LikeState | undefined>(() => likeState(titleId), [titleId], undefined)
}

/** Returns the watch progress of a title; null if not watched, undefined until loaded. */
export function useWatched(titleId: number): Watched | null | undefined {
  return useLive(async () => (await watchedState(titleId)) ?? null, [titleId], null)
}

/** Returns the seasons of the titles that were opened on this device; undefined until loaded. */
export function useCachedSeasons(ids: number[]): Map<number, Title['seasons']> | undefined {
  return useLive(async () => cachedSeasons(ids), [ids.join()], new Map<number, Title['seasons']>())
}

/**
 * Fetches the pages of titles that this device has not opened, so that their episodes are known; again when the server
 * becomes reachable. `ids`: undefined while unknown.
 */
export function useFetchedTitles(ids: number[] | undefined): void {
  const client = useQueryClient()
  const isReachable = useReachable()
  const missing = ids?.join() ?? ''
  useEffect(() => {
    if (missing === '' || !isReachable) return
    for (const id of missing.split(',')) void client.prefetchQuery(readQuery(title(Number(id))))
  }, [client, missing, isReachable])
}

/** A page of comments as the user sees it. */
export interface CommentList {
  items: ShownComment[]
  /** Undefined while only the user's own comments are known. */
  meta: CommentPage['meta'] | undefined
}

/** Returns comments on a title merged with the user's own: pending ones, and acknowledged ones that the page lacks. */
export function useComments(titleId: number, page = 1): View<CommentList> {
  const view = useRead(topComments(titleId, page))
  const own = useLive(() => ownComments(titleId), [titleId], NO_COMMENTS)
  if (view.state === 'ready' && own) {
    return { ...view, data: { items: mergeComments(view.data, own), meta: view.data.meta } }
  }
  if (view.state === 'ready') return { state: 'loading' }
  const items = own && page === 1 ? mergeComments(NO_PAGE, own) : []
  // Show the user's own comments even without the page.
  if (items.length === 0) return view
  return {
    state: 'ready',
    data: { items, meta: undefined },
    at: 0,
    offline: view.state === 'unseen',
    refreshing: false,
  }
}

/** Returns the user's comments that wait in the outbox, with their possible actions. */
export function usePendingComments(titleId: number): UnsentComment[] | undefined {
  return useLive(() => pendingComments(titleId), [titleId], NO_CHANGES)
}

const NO_CHANGES: UnsentComment[] = []
const NO_PAGE: CommentPage = {
  data: [],
  meta: { currentPage: 1, lastPage: 1, perPage: 0, total: 0, from: null, to: null },
}

/** Returns which of these titles, or of all titles, open offline. */
export function useOpenedTitles(ids?: number[]): Set<number> | undefined {
  return useLive(() => openedTitles(ids), [ids?.join()], new Set<number>())
}

/** Searches the titles cached on this device; undefined until loaded. */
export function useDeviceSearch(q: string, limit: number): TitleCard[] | undefined {
  const search = async () => {
    // The index is in memory; this read subscribes the query to the table it is built from.
    await (await device()).cards.count()
    return (await import('#data/search/deviceSearch.ts')).searchDeviceTitles(q, limit)
  }
  return useLive(search, [q, limit], [])
}

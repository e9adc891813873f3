import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { type SavedTitle, watchlistPull } from '#data/areas/watchlist.ts'
import { useWatchlist } from '#data/react/listHooks.ts'
import { type CachedList, CachedListView } from '#parts/lists/CachedListView.tsx'
import { ListAge } from '#parts/lists/ListAge.tsx'
import { useRemoveWithUndo } from '#parts/lists/useRemoveWithUndo.ts'
import { watchlistText } from '#text/watchlist.ts'
import { useStoredChoice } from '#ui/browser/useStoredChoice.ts'
import { Page } from '#ui/layout/Page.tsx'
import { type Arranged, arrangeWatchlist } from './arrangeWatchlist.ts'
import { SavedList } from './SavedList.tsx'
import { useWatchlistSearch } from './useWatchlistSearch.ts'
import styles from './WatchlistBar.module.css'
import { LookChoice, WATCHLIST_LOOKS, WatchlistBar, type WatchlistLook } from './WatchlistBar.tsx'
import { EmptyWatchlist, NoMatchingTitles } from './WatchlistEmptyStates.tsx'
import { WatchlistSkeleton } from './WatchlistSkeleton.tsx'
import { watchlistRemoval } from './watchlistRemoval.ts'
import { readWatchlistSearch, type WatchlistSearch } from './watchlistSearch.ts'

/** The watchlist, stored whole on this device. `pack`: renders how much of it opens offline. */
export function WatchlistScreen({ search, pack }: { search: WatchlistSearch; pack?: ReactNode }) {
  const [look, setLook] = useStoredChoice<WatchlistLook>('parde-watchlist-look', WATCHLIST_LOOKS)
  return (
    <Page title={watchlistText.title}>
      <Watchlist address={search} look={look} onLook={setLook} pack={pack} />
    </Page>
  )
}

interface Props {
  address: WatchlistSearch
  look: WatchlistLook
  onLook: (look: WatchlistLook) => void
  pack: ReactNode
}

function Watchlist(props: Props) {
  return (
    <CachedListView
      view={useWatchlist()}
      texts={watchlistText}
      path="/user/watchlist"
      skeleton={<WatchlistSkeleton look={props.look} />}
      empty={<EmptyWatchlist />}
    >
      {(list) => <LoadedWatchlist {...props} {...list} />}
    </CachedListView>
  )
}

function LoadedWatchlist({ items, complete, isOffline, address, look, onLook, pack }: Props & CachedList<SavedTitle>) {
  const [search, setSearch] = useWatchlistSearch(address)
  // Deferred, so that typing stays responsive with thousands of titles.
  const deferred = useDeferredValue(search)
  const { remaining, remove } = useRemoveWithUndo(items, watchlistRemoval)
  const last = useRef<Arranged>(undefined)
  const arranged = useMemo(() => arrangeWatchlist(remaining, deferred, last.current), [remaining, deferred])
  useEffect(() => {
    last.current = arranged
  }, [arranged])
  const { shown } = arranged
  if (remaining.length === 0 && complete) return <EmptyWatchlist />
  return (
    <>
      <WatchlistBar search={search} onSearch={setSearch} />
      <div className={styles.under}>
        <span className={styles.count}>
          {/* The count is unknown while the list is still loading. */}
          <span role="status">{complete && watchlistText.count(shown.length, remaining.length)}</span>
          {pack}
          <ListAge list={watchlistPull} isOffline={isOffline} />
        </span>
        <LookChoice look={look} onLook={onLook} />
      </div>
      {shown.length === 0 && complete ? (
        <NoMatchingTitles clear={() => setSearch(readWatchlistSearch({}))} />
      ) : (
        <SavedList items={shown} complete={complete} look={look} onRemove={remove} />
      )}
    </>
  )
}

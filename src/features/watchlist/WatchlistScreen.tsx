import { useDeferredValue, useMemo } from 'react'
import { clock } from '#data/clock.ts'
import { useReachable, useSync, useWatchlist } from '#data/hooks.ts'
import type { SavedTitle } from '#data/watchlist.ts'
import { formatRelative } from '#text/format.ts'
import { watchlistText } from '#text/watchlist.ts'
import { OfflineIcon } from '#ui/icons.tsx'
import { Page } from '#ui/Page.tsx'
import { useRemembered } from '#ui/useRemembered.ts'
import { arrange } from './arrange.ts'
import { SavedList } from './SavedList.tsx'
import { Failed, Guest, NoMatch, NothingSaved, NotYetHere } from './states.tsx'
import { useTakingOff } from './useTakingOff.ts'
import { useWatchlistSearch } from './useWatchlistSearch.ts'
import styles from './WatchlistBar.module.css'
import { LookChoice, WATCHLIST_LOOKS, WatchlistBar, type WatchlistLook } from './WatchlistBar.tsx'
import { WatchlistSkeleton } from './WatchlistSkeleton.tsx'
import { readWatchlistSearch, type WatchlistSearch } from './watchlistSearch.ts'

/** Everything the person saved, kept whole on this device. */
export function WatchlistScreen({ search }: { search: WatchlistSearch }) {
  const [look, setLook] = useRemembered<WatchlistLook>('parde-watchlist-look', WATCHLIST_LOOKS)
  return (
    <Page title={watchlistText.title}>
      <Watchlist address={search} look={look} onLook={setLook} />
    </Page>
  )
}

interface Props {
  address: WatchlistSearch
  look: WatchlistLook
  onLook: (look: WatchlistLook) => void
}

function Watchlist(props: Props) {
  const view = useWatchlist()
  if (view.state === 'loading') return <WatchlistSkeleton look={props.look} />
  if (view.state === 'guest') return <Guest />
  if (view.state === 'unseen') return <NotYetHere retry={view.retry} />
  if (view.state === 'failed') return <Failed message={view.message} retry={view.retry} />
  if (view.items.length === 0) return <NothingSaved />
  return <Saved {...props} items={view.items} isOffline={view.offline} />
}

function Saved({ items, isOffline, address, look, onLook }: Props & { items: SavedTitle[]; isOffline: boolean }) {
  const [search, setSearch] = useWatchlistSearch(address)
  const reachable = useReachable()
  // Typing goes before finding: with thousands of titles the letters must not wait for the list.
  const asked = useDeferredValue(search)
  const { left, takeOff } = useTakingOff(items)
  const shown = useMemo(() => arrange(left, asked), [left, asked])
  if (left.length === 0) return <NothingSaved />
  return (
    <>
      <WatchlistBar search={search} onSearch={setSearch} />
      <div className={styles.under}>
        <span className={styles.count}>
          <span role="status">{watchlistText.count(shown.length, left.length)}</span>
          {(isOffline || !reachable) && <Age />}
        </span>
        <LookChoice look={look} onLook={onLook} />
      </div>
      {shown.length === 0 ? (
        <NoMatch clear={() => setSearch(readWatchlistSearch({}))} />
      ) : (
        <SavedList items={shown} look={look} onTakenOff={takeOff} />
      )}
    </>
  )
}

/** How old this is, while the server cannot be asked. */
function Age() {
  const syncedAt = useSync()?.syncedAt
  return (
    <span className={styles.age}>
      <OfflineIcon size={18} />
      {watchlistText.offline(syncedAt === undefined ? undefined : formatRelative(syncedAt, clock.now()))}
    </span>
  )
}

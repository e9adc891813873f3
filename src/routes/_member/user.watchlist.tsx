import { createFileRoute } from '@tanstack/react-router'
import { PackLine } from '#features/pack/PackLine.tsx'
import { startWatchlist } from '#features/watchlist/startWatchlist.ts'
import { WatchlistScreen } from '#features/watchlist/WatchlistScreen.tsx'
import {
  readWatchlistSearch,
  type WatchlistAddress,
  writeWatchlistSearch,
} from '#features/watchlist/watchlistSearch.ts'

export const Route = createFileRoute('/_member/user/watchlist')({
  staticData: { guestsToo: true },
  validateSearch: (raw: Record<string, unknown>): WatchlistAddress => writeWatchlistSearch(readWatchlistSearch(raw)),
  // Runs on every visit: the router's cache of an earlier visit says nothing about the list in memory.
  loader: { handler: ({ location }) => startWatchlist(location), staleReloadMode: 'blocking' },
  component: Watchlist,
})

function Watchlist() {
  return <WatchlistScreen search={readWatchlistSearch(Route.useSearch())} pack={<PackLine />} />
}

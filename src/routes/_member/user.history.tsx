import { createFileRoute } from '@tanstack/react-router'
import { HistoryScreen } from '#features/history/HistoryScreen.tsx'
import { type HistoryAddress, readHistorySearch, writeHistorySearch } from '#features/history/historySearch.ts'
import { startHistory } from '#features/history/startHistory.ts'

export const Route = createFileRoute('/_member/user/history')({
  staticData: { guestsToo: true },
  validateSearch: (raw: Record<string, unknown>): HistoryAddress => writeHistorySearch(readHistorySearch(raw)),
  // Runs on every visit: the router's cache of an earlier visit says nothing about the list in memory.
  loader: { handler: ({ location }) => startHistory(location), staleReloadMode: 'blocking' },
  component: History,
})

function History() {
  return <HistoryScreen q={readHistorySearch(Route.useSearch())} />
}

import { createFileRoute } from '@tanstack/react-router'
import { HistoryScreen } from '#features/history/HistoryScreen.tsx'
import { type HistoryAddress, readHistorySearch, writeHistorySearch } from '#features/history/historySearch.ts'
import { startHistory } from '#features/history/startHistory.ts'

export const Route = createFileRoute('/_member/user/history')({
  staticData: { guestsToo: true },
  validateSearch: (raw: Record<string, unknown>): HistoryAddress => writeHistorySearch(readHistorySearch(raw)),
  // Each time: to have been read once is not to be there.
  loader: { handler: ({ location }) => startHistory(location), staleReloadMode: 'blocking' },
  component: History,
})

function History() {
  return <HistoryScreen q={readHistorySearch(Route.useSearch())} />
}

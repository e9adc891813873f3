import { createFileRoute } from '@tanstack/react-router'
import { HistoryScreen } from '#features/history/HistoryScreen.tsx'
import { type HistoryAddress, readHistorySearch, writeHistorySearch } from '#features/history/historySearch.ts'

export const Route = createFileRoute('/_member/user/history')({
  staticData: { guestsToo: true },
  validateSearch: (raw: Record<string, unknown>): HistoryAddress => writeHistorySearch(readHistorySearch(raw)),
  component: History,
})

function History() {
  return <HistoryScreen q={readHistorySearch(Route.useSearch())} />
}

import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { historyPull, type Watched } from '#data/areas/history.ts'
import { useHistory } from '#data/react/listHooks.ts'
import { type CachedList, CachedListView } from '#parts/lists/CachedListView.tsx'
import { historyRemoval } from '#parts/lists/historyRemoval.ts'
import { ListAge } from '#parts/lists/ListAge.tsx'
import { matchesQuery } from '#parts/lists/matchesQuery.ts'
import { useRemoveWithUndo } from '#parts/lists/useRemoveWithUndo.ts'
import { historyText } from '#text/history.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { FilterInput } from '#ui/controls/FilterInput.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { EmptyDrawing, NothingFoundDrawing } from '#ui/feedback/illustrations.tsx'
import { Page } from '#ui/layout/Page.tsx'
import styles from './HistoryScreen.module.css'
import { HistorySkeleton } from './HistorySkeleton.tsx'
import { useHistorySearch } from './useHistorySearch.ts'
import { WatchedList } from './WatchedList.tsx'

/** The watch history, stored whole on this device. `q`: the query of the address. */
export function HistoryScreen({ q }: { q: string }) {
  return (
    <Page title={historyText.title} unlisted>
      <CachedListView
        view={useHistory()}
        texts={historyText}
        path="/user/history"
        skeleton={<HistorySkeleton />}
        empty={<EmptyHistory />}
      >
        {(list) => <History {...list} address={q} />}
      </CachedListView>
    </Page>
  )
}

function History({ items, complete, isOffline, address }: CachedList<Watched> & { address: string }) {
  const [q, setQ] = useHistorySearch(address)
  // Deferred, so that typing stays responsive with thousands of titles.
  const deferred = useDeferredValue(q)
  const { remaining, remove } = useRemoveWithUndo(items, historyRemoval)
  const shown = useMemo(() => {
    const matches = matchesQuery(deferred, ({ title }: Watched) => title)
    return matches ? remaining.filter(matches) : remaining
  }, [remaining, deferred])
  if (remaining.length === 0 && complete) return <EmptyHistory />
  return (
    <>
      <search className={styles.bar}>
        <FilterInput label={historyText.search} clearLabel={historyText.clearSearch} value={q} onChange={setQ} />
      </search>
      <div className={styles.under}>
        {/* The count is unknown while the list is still loading. */}
        <span role="status">{complete && historyText.count(shown.length, remaining.length)}</span>
        <ListAge list={historyPull} isOffline={isOffline} />
      </div>
      {shown.length === 0 && complete ? (
        <EmptyState
          drawing={<NothingFoundDrawing />}
          title={historyText.noMatch}
          actions={<Button onClick={() => setQ('')}>{historyText.clearSearch}</Button>}
        >
          {historyText.noMatchNote}
        </EmptyState>
      ) : (
        <WatchedList items={shown} complete={complete} onRemove={remove} />
      )}
    </>
  )
}

function EmptyHistory() {
  return (
    <EmptyState
      drawing={<EmptyDrawing sign="watched" />}
      title={historyText.empty}
      actions={
        <Link to="/" className={buttonClass('solid')}>
          {historyText.browse}
        </Link>
      }
    >
      {historyText.emptyNote}
    </EmptyState>
  )
}

import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { historyPull, type Watched } from '#data/areas/history.ts'
import { useHistory } from '#data/react/listHooks.ts'
import { type Kept, KeptListView } from '#parts/lists/CachedListView.tsx'
import { WATCHED } from '#parts/lists/historyRemoval.ts'
import { ListAge } from '#parts/lists/ListAge.tsx'
import { isNamed } from '#parts/lists/matchesQuery.ts'
import { useTakingOff } from '#parts/lists/useRemoveWithUndo.ts'
import { historyText } from '#text/history.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { FindField } from '#ui/controls/FilterInput.tsx'
import { Placard } from '#ui/feedback/EmptyState.tsx'
import { EmptyDrawing, NothingFoundDrawing } from '#ui/feedback/illustrations.tsx'
import { Page } from '#ui/layout/Page.tsx'
import styles from './HistoryScreen.module.css'
import { HistorySkeleton } from './HistorySkeleton.tsx'
import { useHistorySearch } from './useHistorySearch.ts'
import { WatchedList } from './WatchedList.tsx'

/** Everything the person has watched, kept whole on this device. `q`: what the address looks for. */
export function HistoryScreen({ q }: { q: string }) {
  return (
    <Page title={historyText.title} unlisted>
      <KeptListView
        view={useHistory()}
        words={historyText}
        at="/user/history"
        skeleton={<HistorySkeleton />}
        empty={<NothingWatched />}
      >
        {(list) => <History {...list} address={q} />}
      </KeptListView>
    </Page>
  )
}

function History({ items, whole, isOffline, address }: Kept<Watched> & { address: string }) {
  const [q, setQ] = useHistorySearch(address)
  // Typing goes before finding: with thousands of titles the letters must not wait for the list.
  const asked = useDeferredValue(q)
  const { left, takeOff } = useTakingOff(items, WATCHED)
  const shown = useMemo(() => {
    const isAsked = isNamed(asked, ({ title }: Watched) => title)
    return isAsked ? left.filter(isAsked) : left
  }, [left, asked])
  if (left.length === 0 && whole) return <NothingWatched />
  return (
    <>
      <search className={styles.bar}>
        <FindField label={historyText.search} clearLabel={historyText.clearSearch} value={q} onChange={setQ} />
      </search>
      <div className={styles.under}>
        {/* Of a list that is still being read nobody can say how long it is. */}
        <span role="status">{whole && historyText.count(shown.length, left.length)}</span>
        <ListAge list={historyPull} isOffline={isOffline} />
      </div>
      {shown.length === 0 && whole ? (
        <Placard
          drawing={<NothingFoundDrawing />}
          title={historyText.noMatch}
          actions={<Button onClick={() => setQ('')}>{historyText.clearSearch}</Button>}
        >
          {historyText.noMatchNote}
        </Placard>
      ) : (
        <WatchedList items={shown} whole={whole} onRemove={takeOff} />
      )}
    </>
  )
}

function NothingWatched() {
  return (
    <Placard
      drawing={<EmptyDrawing sign="watched" />}
      title={historyText.empty}
      actions={
        <Link to="/" className={buttonClass('solid')}>
          {historyText.browse}
        </Link>
      }
    >
      {historyText.emptyNote}
    </Placard>
  )
}

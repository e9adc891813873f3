import { useDeviceSearch } from '#data/react/titleHooks.ts'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { browseText } from '#text/titles.ts'
import styles from './OfflineResults.module.css'
import { ResultList, ResultListSkeleton } from './ResultList.tsx'

/** Maximum number of results of an offline search. */
const MAX_RESULTS = 60

/** Search results from this device's cache, while the server is unreachable. */
export function OfflineResults({ q, retry }: { q: string; retry: () => void }) {
  const found = useDeviceSearch(q, MAX_RESULTS)
  if (found === undefined) return <ResultListSkeleton />
  if (found.length === 0)
    return (
      <ReadView view={{ state: 'unseen', retry }} skeleton={null}>
        {() => null}
      </ReadView>
    )
  return (
    <>
      <p className={styles.note} role="status">
        {browseText.seenOnly}
      </p>
      <ResultList titles={found} />
    </>
  )
}

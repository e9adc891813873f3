import { useDeviceSearch } from '#data/react/titleHooks.ts'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { browseText } from '#text/titles.ts'
import styles from './OfflineResults.module.css'
import { ResultList, ResultListSkeleton } from './ResultList.tsx'

/** A full search without a network finds at most this many. */
const MOST = 60

/** What the device itself finds: everything that was ever shown on it can be found again. */
export function OfflineResults({ q, retry }: { q: string; retry: () => void }) {
  const found = useDeviceSearch(q, MOST)
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

import { useEffect, useState } from 'react'
import { PERSON_SEARCH_DEBOUNCE, TITLE_SEARCH_DEBOUNCE } from '#contract/limits.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { prepareDeviceSearch } from '#data/search/deviceSearch.ts'
import { searchText } from '#text/search.ts'
import { PersonResults } from './PersonResults.tsx'
import { RecentSearches } from './RecentSearches.tsx'
import type { ResultsProps } from './resultsProps.ts'
import styles from './SearchPanel.module.css'
import { SearchTabs } from './SearchTabs.tsx'
import { isSearchable, searchViewFor, type Tab } from './searchRules.ts'
import { TitleResults } from './TitleResults.tsx'

/** The dropdown below the input (docs/specification.md, section 2): tabs and the results of the selected tab. */
export function SearchPanel({
  input,
  tab,
  onTab,
  onRecent,
  onForgotten,
  onPeople,
  onMore,
  ...results
}: Omit<ResultsProps, 'isHeld' | 'settled'> & {
  input: string
  tab: Tab
  onTab: (tab: Tab) => void
  onRecent: (text: string) => void
  /** A recent search was removed, together with the focused button. */
  onForgotten: () => void
  /** The user asks for the people that were found instead of titles. */
  onPeople: () => void
  onMore: () => void
}) {
  const { query, onOptions } = results
  const view = searchViewFor(input, tab)
  const settledFor = {
    titles: useDebounced(query, TITLE_SEARCH_DEBOUNCE),
    people: useDebounced(query, PERSON_SEARCH_DEBOUNCE),
  }
  const settled = settledFor[tab]
  // A resting pointer over the list does not hold the results; a moving one does.
  const [pointedQuery, setPointedQuery] = useState<string>()
  const isHeld = pointedQuery === query || results.activeId !== undefined
  const isTooShort = view !== 'menu' && !isSearchable(query)
  useEffect(() => {
    // The first key press reads the index in any case.
    void prepareDeviceSearch().catch(ignoring(...EXPECTED_ERRORS))
  }, [])
  useEffect(() => {
    if (isTooShort) onOptions([])
  }, [isTooShort, onOptions])
  return (
    <div className={styles.panel}>
      <SearchTabs tab={tab} onTab={onTab} panel={`${results.list}-panel`} />
      <div
        role="tabpanel"
        id={`${results.list}-panel`}
        aria-label={searchText[tab]}
        className={styles.content}
        onPointerDown={() => setPointedQuery(query)}
        onPointerMove={() => setPointedQuery(query)}
        onPointerLeave={() => setPointedQuery(undefined)}
      >
        {view === 'menu' && <RecentSearches {...results} onRecent={onRecent} onForgotten={onForgotten} />}
        {isTooShort && <p className={styles.hint}>{searchText.tooShort}</p>}
        {!isTooShort && view === 'titles' && (
          <TitleResults
            {...results}
            settled={settled}
            settledForPeople={settledFor.people}
            isHeld={isHeld}
            onPeople={onPeople}
            onMore={onMore}
          />
        )}
        {!isTooShort && view === 'people' && <PersonResults {...results} settled={settled} isHeld={isHeld} />}
      </div>
    </div>
  )
}

/** `value` after it has been unchanged for `delay` ms; empty until then. */
function useDebounced(value: string, delay: number): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}

import { useEffect } from 'react'
import { searchText } from '#text/search.ts'
import { PersonResults } from './PersonResults.tsx'
import { RecentSearches } from './RecentSearches.tsx'
import styles from './SearchPanel.module.css'
import { SearchTabs } from './SearchTabs.tsx'
import { isSearchable, stageAfter, type Tab } from './stage.ts'
import { TitleResults } from './TitleResults.tsx'

/** What a panel of results needs of the search around it. */
export interface ResultsProps {
  /** id of the listbox; those of its options begin with it */
  list: string
  query: string
  activeId: string | undefined
  isMobile: boolean
  /** The options there are now, by their ids, in order. */
  onOptions: (ids: string[]) => void
  /** One of them was opened. */
  onChosen: () => void
}

/** The dropdown below the input (specification, section 2): tabs, and below them what the stage asks for. */
export function SearchPanel({
  input,
  tab,
  onTab,
  onRecent,
  onMore,
  ...results
}: ResultsProps & {
  input: string
  tab: Tab
  onTab: (tab: Tab) => void
  onRecent: (text: string) => void
  onMore: () => void
}) {
  const { query, onOptions } = results
  const stage = stageAfter(input, tab)
  const isTooShort = stage !== 'menu' && !isSearchable(query)
  useEffect(() => {
    if (isTooShort) onOptions([])
  }, [isTooShort, onOptions])
  return (
    <div className={styles.panel}>
      <SearchTabs tab={tab} onTab={onTab} panel={`${results.list}-panel`} />
      <div role="tabpanel" id={`${results.list}-panel`} aria-label={searchText[tab]} className={styles.content}>
        {stage === 'menu' && <RecentSearches {...results} onRecent={onRecent} />}
        {isTooShort && <p className={styles.hint}>{searchText.tooShort}</p>}
        {!isTooShort && stage === 'titles' && <TitleResults {...results} onMore={onMore} />}
        {!isTooShort && stage === 'people' && <PersonResults {...results} />}
      </div>
    </div>
  )
}

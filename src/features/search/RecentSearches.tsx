import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { clearRecentSearches, deleteRecentSearch, recentSearches } from '#data/search/recentSearches.ts'
import { searchText } from '#text/search.ts'
import { ClockIcon, CloseIcon } from '#ui/icons/icons.tsx'
import type { ResultsProps } from './resultsProps.ts'
import styles from './SearchOption.module.css'
import panelStyles from './SearchPanel.module.css'
import { forgetIdOf } from './searchRules.ts'

const KEY = ['search-recent']

/**
 * Recent searches, shown while the input is empty. Choosing one copies it to the input. Remove buttons are beside the
 * listbox, because controls inside an option are unreachable by keyboard.
 */
export function RecentSearches({
  list,
  activeId,
  onOptions,
  onRecent,
  onForgotten,
}: Pick<ResultsProps, 'list' | 'activeId' | 'onOptions'> & {
  onRecent: (text: string) => void
  onForgotten: () => void
}) {
  const client = useQueryClient()
  const { data: recent = [] } = useQuery({
    queryKey: KEY,
    queryFn: recentSearches,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const count = recent.length
  const idOf = (at: number) => `${list}-recent-${at}`
  useEffect(() => onOptions(Array.from({ length: count }, (_, at) => `${list}-recent-${at}`)), [list, count, onOptions])
  const forget = async (forgetting: Promise<void>) => {
    onForgotten()
    await forgetting.catch(ignoring(...EXPECTED_ERRORS))
    await client.invalidateQueries({ queryKey: KEY })
  }
  if (count === 0) return <p className={panelStyles.hint}>{searchText.tooShort}</p>
  return (
    <>
      <div className={panelStyles.head}>
        <h2 className={panelStyles.title} id={`${list}-recent`}>
          {searchText.recent}
        </h2>
        <button type="button" className={panelStyles.forget} onClick={() => void forget(clearRecentSearches())}>
          {searchText.forget}
        </button>
      </div>
      <div className={panelStyles.recents}>
        <div id={list} role="listbox" aria-labelledby={`${list}-recent`} className={panelStyles.list}>
          {recent.map((text, at) => (
            <button
              key={text}
              type="button"
              role="option"
              id={idOf(at)}
              aria-selected={activeId === idOf(at)}
              tabIndex={-1}
              className={styles.recent}
              onClick={() => onRecent(text)}
            >
              <ClockIcon size={18} />
              <bdi>{text}</bdi>
            </button>
          ))}
        </div>
        <div className={panelStyles.list}>
          {recent.map((text, at) => (
            <button
              key={text}
              type="button"
              id={forgetIdOf(idOf(at))}
              className={styles.forgetOne}
              aria-label={searchText.forgetOne(text)}
              onClick={() => void forget(deleteRecentSearch(text))}
            >
              <CloseIcon size={18} />
            </button>
          ))}
        </div>
      </div>
    </>
  )
}

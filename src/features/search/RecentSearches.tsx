import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { forgetSearches, recentSearches } from '#data/recentSearches.ts'
import { searchText } from '#text/search.ts'
import { ClockIcon } from '#ui/icons.tsx'
import styles from './Result.module.css'
import panelStyles from './SearchPanel.module.css'
import type { ResultsProps } from './SearchPanel.tsx'

const KEY = ['search-recent']

/** What was searched for lately, while nothing is typed. Choosing one writes it into the input. */
export function RecentSearches({
  list,
  activeId,
  onOptions,
  onRecent,
}: Pick<ResultsProps, 'list' | 'activeId' | 'onOptions'> & { onRecent: (text: string) => void }) {
  const client = useQueryClient()
  const { data: recent = [] } = useQuery({
    queryKey: KEY,
    queryFn: recentSearches,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const count = recent.length
  useEffect(() => onOptions(Array.from({ length: count }, (_, at) => `${list}-recent-${at}`)), [list, count, onOptions])
  const forget = async () => {
    await forgetSearches().catch(() => undefined)
    await client.invalidateQueries({ queryKey: KEY })
  }
  if (count === 0) return <p className={panelStyles.hint}>{searchText.tooShort}</p>
  return (
    <>
      <div className={panelStyles.head}>
        <h2 className={panelStyles.title} id={`${list}-recent`}>
          {searchText.recent}
        </h2>
        <button type="button" className={panelStyles.forget} onClick={() => void forget()}>
          {searchText.forget}
        </button>
      </div>
      <div id={list} role="listbox" aria-labelledby={`${list}-recent`} className={panelStyles.list}>
        {recent.map((text, at) => (
          <button
            key={text}
            type="button"
            role="option"
            id={`${list}-recent-${at}`}
            aria-selected={activeId === `${list}-recent-${at}`}
            tabIndex={-1}
            className={styles.recent}
            onClick={() => onRecent(text)}
          >
            <ClockIcon size={18} />
            <bdi>{text}</bdi>
          </button>
        ))}
      </div>
    </>
  )
}

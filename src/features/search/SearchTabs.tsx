import { type KeyboardEvent, useRef } from 'react'
import { searchText } from '#text/search.ts'
import styles from './SearchTabs.module.css'
import type { Tab } from './searchRules.ts'

const TABS: Tab[] = ['titles', 'people']

/** Tabs for titles and people: one tab stop, arrow keys switch. */
export function SearchTabs({ tab, onTab, panel }: { tab: Tab; onTab: (tab: Tab) => void; panel: string }) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const other: Tab = tab === 'titles' ? 'people' : 'titles'
    onTab(other)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[TABS.indexOf(other)]?.focus()
  }
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={searchText.tabs}>
      {TABS.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={one === tab}
          aria-controls={panel}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onTab(one)}
          onKeyDown={onKeyDown}
        >
          {searchText[one]}
        </button>
      ))}
    </div>
  )
}

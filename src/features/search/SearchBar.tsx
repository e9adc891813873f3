import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { MOBILE_SEARCH_FOCUS, QUERY_MAX } from '#contract/limits.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { rememberSearch } from '#data/search/recentSearches.ts'
import { useReloadGuard } from '#parts/actions/useReloadGuard.ts'
import { searchText } from '#text/search.ts'
import { useCloseRequest } from '#ui/browser/useCloseRequest.ts'
import { useIsMobile } from '#ui/browser/useIsMobile.ts'
import { useLazyComponent } from '#ui/browser/useLazyComponent.ts'
import { HeaderButton } from '#ui/controls/HeaderButton.tsx'
import { BackIcon, CloseIcon, SearchIcon } from '#ui/icons/icons.tsx'
import styles from './SearchBar.module.css'
import { forgetIdOf, isSearchable, opensFullSearch, optionAfter, queryOf, type Tab } from './searchRules.ts'

export const loadPanel = async () => (await import('./SearchPanel.tsx')).SearchPanel

/**
 * The open search: the input at once, the results panel as soon as its chunk is loaded. A combobox whose focus stays in
 * the input (ARIA Authoring Practices, "Combobox").
 */
export function SearchBar({
  close,
  dismiss,
}: {
  close: () => void
  /** Closes and returns the focus. */
  dismiss: () => void
}) {
  const [input, setInput] = useState('')
  const [tab, setTab] = useState<Tab>('titles')
  const [activeId, setActiveId] = useState<string>()
  const [options, setOptions] = useState<string[]>([])
  const list = useId()
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const isMobile = useIsMobile()
  const query = queryOf(input)
  const Panel = useLazyComponent(
    loadPanel,
    true,
    useCallback(() => undefined, []),
  )

  useFocus(field, isMobile ? MOBILE_SEARCH_FOCUS : 0)
  useCloseRequest(true, dismiss)
  useCloseOnLeave(root, close)
  // Results can be tapped, which blurs the input, so its content alone would not hold a reload.
  useReloadGuard('form')

  const write = (text: string) => {
    setInput(text)
    setActiveId(undefined)
  }

  function openFullSearch(event?: FormEvent) {
    event?.preventDefault()
    if (!opensFullSearch(query)) return
    remember(query)
    void navigate({ to: '/', search: { order_by: 'votes', type: 'all', q: query } })
    close()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const active = activeId === undefined ? -1 : options.indexOf(activeId)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const next = options[optionAfter(active, options.length, event.key === 'ArrowDown' ? 1 : -1)]
      setActiveId(next)
      if (next !== undefined) document.getElementById(next)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault()
      document.getElementById(options[active] ?? '')?.click()
    } else if (event.key === 'Delete' && active >= 0 && input === '') {
      event.preventDefault()
      document.getElementById(forgetIdOf(options[active] ?? ''))?.click()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      dismiss()
    }
  }

  return (
    <search ref={root} className={styles.search}>
      <form className={styles.bar} onSubmit={openFullSearch}>
        <HeaderButton label={searchText.close} icon={<BackIcon />} onClick={dismiss} />
        <input
          ref={field}
          className={styles.input}
          type="search"
          dir="auto"
          role="combobox"
          aria-label={searchText.placeholder}
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? list : undefined}
          aria-activedescendant={activeId !== undefined && options.includes(activeId) ? activeId : undefined}
          aria-autocomplete="list"
          placeholder={searchText.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={QUERY_MAX}
          value={input}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {input !== '' && (
          <HeaderButton
            label={searchText.clear}
            icon={<CloseIcon size={20} />}
            onClick={() => {
              write('')
              field.current?.focus()
            }}
          />
        )}
        <HeaderButton label={searchText.go} icon={<SearchIcon />} onClick={() => openFullSearch()} />
      </form>
      {Panel && (
        <Panel
          list={list}
          input={input}
          query={query}
          tab={tab}
          activeId={activeId}
          isMobile={isMobile}
          onTab={(next) => {
            setTab(next)
            setActiveId(undefined)
          }}
          onOptions={setOptions}
          onRecent={(text) => {
            write(text)
            field.current?.focus()
          }}
          onForgotten={() => {
            setActiveId(undefined)
            field.current?.focus()
          }}
          onChosen={() => {
            if (isSearchable(query)) remember(query)
            close()
          }}
          onPeople={() => {
            setTab('people')
            setActiveId(undefined)
            field.current?.focus()
          }}
          onMore={() => openFullSearch()}
        />
      )}
    </search>
  )
}

/** A search that could not be stored does not stop the user. */
function remember(query: string) {
  void rememberSearch(query).catch(ignoring(...EXPECTED_ERRORS))
}

function useFocus(field: React.RefObject<HTMLInputElement | null>, delay: number) {
  // Uses the delay of the moment the search opened: rotating the phone must not move the focus.
  const [wait] = useState(delay)
  useEffect(() => {
    if (wait === 0) {
      field.current?.focus()
      return
    }
    const timer = setTimeout(() => field.current?.focus(), wait)
    return () => clearTimeout(timer)
  }, [field, wait])
}

/** A click outside, or a focus change, closes the search (docs/specification.md, section 4). */
function useCloseOnLeave(root: React.RefObject<HTMLElement | null>, leave: () => void) {
  useEffect(() => {
    const isOutside = (target: EventTarget | null) => target instanceof Node && !root.current?.contains(target)
    const closeIfOutside = (event: Event) => {
      if (isOutside(event.target)) leave()
    }
    document.addEventListener('pointerdown', closeIfOutside, true)
    document.addEventListener('focusin', closeIfOutside, true)
    return () => {
      document.removeEventListener('pointerdown', closeIfOutside, true)
      document.removeEventListener('focusin', closeIfOutside, true)
    }
  }, [root, leave])
}

import { useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { searchText } from '#text/search.ts'
import { HeaderButton } from '#ui/controls/HeaderButton.tsx'
import { SearchIcon } from '#ui/icons/icons.tsx'
import { loadPanel, SearchBar } from './SearchBar.tsx'
import styles from './SearchMenu.module.css'

const preloadPanel = () => void loadPanel().catch(ignoring(...EXPECTED_ERRORS))

/** `dismissed`: closed by the user and not by a navigation; the focus returns to the icon. */
type State = 'closed' | 'dismissed' | 'open'

/** The header's search icon, which opens the input (docs/specification.md, section 2). */
export function SearchMenu() {
  const [state, setState] = useState<State>('closed')
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setState('closed'), [])
  const dismiss = useCallback(() => setState('dismissed'), [])
  useEffect(() => {
    if (state === 'dismissed') button.current?.focus()
  }, [state])
  useShortcut(useCallback(() => setState('open'), []))
  const isOpen = state === 'open'
  return (
    <>
      <span className={isOpen ? styles.covered : undefined}>
        <HeaderButton
          ref={button}
          label={searchText.open}
          icon={<SearchIcon />}
          onClick={() => setState('open')}
          onPointerEnter={preloadPanel}
          onFocus={preloadPanel}
        />
      </span>
      {isOpen && <SearchBar close={close} dismiss={dismiss} />}
    </>
  )
}

/** The home screen shortcut leads to `/#search`; every navigation there opens the search. */
function useShortcut(open: () => void) {
  const arrival = useRouterState({
    select: ({ location }) => (location.hash === 'search' ? location.state.__TSR_key : undefined),
  })
  useEffect(() => {
    if (arrival !== undefined) open()
  }, [arrival, open])
}

import { useCallback, useRef, useState } from 'react'
import { searchText } from '#text/search.ts'
import { HeaderButton } from '#ui/HeaderButton.tsx'
import { SearchIcon } from '#ui/icons.tsx'
import { loadPanel, SearchBar } from './SearchBar.tsx'

const preloadPanel = () => void loadPanel().catch(() => undefined)

/** The header's search: an icon that opens the input (specification, section 2). */
export function SearchMenu() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  const dismiss = useCallback(() => {
    close()
    button.current?.focus()
  }, [close])
  return (
    <>
      <HeaderButton
        ref={button}
        label={searchText.open}
        icon={<SearchIcon />}
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        onPointerEnter={preloadPanel}
        onFocus={preloadPanel}
      />
      {isOpen && <SearchBar close={close} dismiss={dismiss} />}
    </>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type WatchlistSearch, writeWatchlistSearch } from './watchlistSearch.ts'

/** Debounce of the address while typing, in ms. */
const ADDRESS_DEBOUNCE = 300

/**
 * The filter: applied at once on screen and written to the address, so that it can be bookmarked and shared. A changed
 * address (back, forward, a link) takes precedence.
 */
export function useWatchlistSearch(address: WatchlistSearch): [WatchlistSearch, (search: WatchlistSearch) => void] {
  const navigate = useNavigate()
  const [search, setSearch] = useState(address)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const written = useRef(address)

  const { q, type, sort } = address
  useEffect(() => {
    const { current } = written
    if (q === current.q && type === current.type && sort === current.sort) return
    written.current = { q, type, sort }
    clearTimeout(timer.current)
    setSearch({ q, type, sort })
  }, [q, type, sort])
  useEffect(() => () => clearTimeout(timer.current), [])

  function change(next: WatchlistSearch) {
    setSearch(next)
    clearTimeout(timer.current)
    const isTyping = next.q !== search.q
    const write = () => {
      const tidy = { ...next, q: next.q.trim() }
      written.current = tidy
      void navigate({
        to: '/user/watchlist',
        search: writeWatchlistSearch(tidy),
        replace: true,
        resetScroll: !isTyping,
      })
    }
    if (isTyping) timer.current = setTimeout(write, ADDRESS_DEBOUNCE)
    else write()
  }

  return [search, change]
}

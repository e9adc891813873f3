import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type WatchlistSearch, writeWatchlistSearch } from './watchlistSearch.ts'

/** The address follows the typing after a pause of this long, in ms. */
const PAUSE = 300

/**
 * What is asked of the list: at once on the screen, and in the address, which can be kept, shared and returned to. The
 * address has the last word when it changes by itself (back, forward, a link).
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
    if (isTyping) timer.current = setTimeout(write, PAUSE)
    else write()
  }

  return [search, change]
}

import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { writeHistorySearch } from './historySearch.ts'

/** Debounce of the address while typing, in ms. */
const ADDRESS_DEBOUNCE = 300

/** The query: applied at once on screen and written to the address. A changed address takes precedence. */
export function useHistorySearch(address: string): [string, (q: string) => void] {
  const navigate = useNavigate()
  const [q, setQ] = useState(address)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const written = useRef(address)

  useEffect(() => {
    if (address === written.current) return
    written.current = address
    clearTimeout(timer.current)
    setQ(address)
  }, [address])
  useEffect(() => () => clearTimeout(timer.current), [])

  function change(next: string) {
    setQ(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      written.current = next.trim()
      void navigate({
        to: '/user/history',
        search: writeHistorySearch(next.trim()),
        replace: true,
        resetScroll: false,
      })
    }, ADDRESS_DEBOUNCE)
  }

  return [q, change]
}

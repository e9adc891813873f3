import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { writeHistorySearch } from './historySearch.ts'

/** The address follows the typing after a pause of this long, in ms. */
const PAUSE = 300

/** What is looked for: at once on the screen, and in the address, which has the last word when it changes by itself. */
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
    }, PAUSE)
  }

  return [q, change]
}

import { useEffect, useRef, useState } from 'react'

/** How long an outage must last before the banner shows, and how long the banner stays at least, in ms. */
export const OFFLINE_AFTER = 1500
export const ONLINE_AFTER = 800
/** Outages within this time, in ms, belong together. */
const ONE_TROUBLE = 60_000
/** Maximum factor by which the banner's minimum time grows. */
const LONGEST = 8

/**
 * `value`, debounced so that an unstable network does not make the banner flicker. The more outages within a minute,
 * the longer the network must be back before the banner disappears.
 */
export function useStableValue(value: boolean, { on, off }: { on: number; off: number }): boolean {
  const [settled, setSettled] = useState(false)
  const turns = useRef<number[]>([])
  useEffect(() => {
    if (value === settled) return
    const wait = value ? on : off * Math.min(LONGEST, 2 ** Math.max(0, recent(turns.current) - 1))
    const timer = setTimeout(() => {
      if (value) turns.current = [...turns.current.slice(-LONGEST), performance.now()]
      setSettled(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, settled, on, off])
  return settled
}

function recent(turns: number[]): number {
  return turns.filter((at) => performance.now() - at < ONE_TROUBLE).length
}

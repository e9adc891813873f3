import { useEffect, useRef, useState } from 'react'

/** How long an outage must last before the banner shows, and how long the banner stays at least, in ms. */
export const OFFLINE_AFTER = 1500
export const ONLINE_AFTER = 800
/** Outages within this time, in ms, belong together. */
const SAME_OUTAGE = 60_000
/** Maximum factor by which the banner's minimum time grows. */
const MAX_FACTOR = 8

/**
 * `value`, debounced so that an unstable network does not make the banner flicker. The more outages within a minute,
 * the longer the network must be back before the banner disappears.
 */
export function useStableValue(value: boolean, { on, off }: { on: number; off: number }): boolean {
  const [stable, setStable] = useState(false)
  const outages = useRef<number[]>([])
  useEffect(() => {
    if (value === stable) return
    const wait = value ? on : off * Math.min(MAX_FACTOR, 2 ** Math.max(0, recentCount(outages.current) - 1))
    const timer = setTimeout(() => {
      if (value) outages.current = [...outages.current.slice(-MAX_FACTOR), performance.now()]
      setStable(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, stable, on, off])
  return stable
}

function recentCount(outages: number[]): number {
  return outages.filter((at) => performance.now() - at < SAME_OUTAGE).length
}

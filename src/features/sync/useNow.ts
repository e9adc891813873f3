import { useEffect, useState } from 'react'

/** Relative times are told anew this often, in ms. */
const TICK = 20_000

/** The time, as it goes on. */
export function useNow(read: () => number): number {
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), TICK)
    return () => clearInterval(timer)
  }, [read])
  return now
}

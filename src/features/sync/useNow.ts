import { useEffect, useState } from 'react'

/** Update interval of relative times, in ms. */
const UPDATE_INTERVAL = 20_000

/** Returns the current time and updates it regularly. */
export function useNow(read: () => number): number {
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), UPDATE_INTERVAL)
    return () => clearInterval(timer)
  }, [read])
  return now
}

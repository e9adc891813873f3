import { useEffect, useRef, useState } from 'react'

/** How long nobody must have answered before it is worth a word, and how long the word stays at least, in ms. */
export const OFFLINE_AFTER = 1500
export const ONLINE_AFTER = 800
/** Turns within this time are of one trouble, in ms. */
const ONE_TROUBLE = 60_000
/** No more than so many times longer stays a word that was taken back before. */
const LONGEST = 8

/**
 * `value`, once it has stayed the same for a while: a network that comes and goes does not flicker on the screen. The more
 * often it has gone within a minute, the longer it has to stay before it is believed.
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

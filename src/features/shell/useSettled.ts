import { useEffect, useState } from 'react'

/** How long nobody must have answered before it is worth a word, and how long the word stays at least, in ms. */
export const OFFLINE_AFTER = 1500
export const ONLINE_AFTER = 800

/** `value`, once it has stayed the same for a while: a network that comes and goes does not flicker on the screen. */
export function useSettled(value: boolean, { on, off }: { on: number; off: number }): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    if (value === settled) return
    const timer = setTimeout(() => setSettled(value), value ? on : off)
    return () => clearTimeout(timer)
  }, [value, settled, on, off])
  return settled
}

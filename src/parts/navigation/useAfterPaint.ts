import { startTransition, useEffect, useState } from 'react'

/** Where nothing is painted (a tab in the background) it comes after so long, in ms. */
const UNSEEN = 300

/**
 * Whether it is the turn of what a screen's first paint does not need: it is made behind that, in slices that leave taps
 * their turn. To draw a screen in one piece takes a phone half a second. `atOnce`: asked at the beginning.
 */
export function useAfterPaint(atOnce: () => boolean): boolean {
  const [isTurn, setTurn] = useState(atOnce)
  useEffect(() => {
    if (isTurn) return
    const make = () => startTransition(() => setTurn(true))
    let timer = setTimeout(make, UNSEEN)
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer)
      // Behind the paint of this frame.
      timer = setTimeout(make)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [isTurn])
  return isTurn
}

import { useEffect, useState } from 'react'

/** So much of a moment without work filling one row takes on a slow phone, in ms. */
const FILL = 12
/** Where no browser tells of idle moments, rows wait for so long, in ms. */
const PAUSE = 60

/** What waits to be filled, in the order it came. */
const waiting = new Set<() => void>()
let isAsked = false

/**
 * Whether a row shows no more than its words for now. One that comes while the list moves does, until the thread has a moment
 * to spare: a quick device fills it before it is in sight, on a slow one a fling stays smooth and what it stops at
 * is filled then. `moves`: the list does.
 */
export function useLight(moves: boolean): boolean {
  const [light, setLight] = useState(moves)
  useEffect(() => {
    if (!light) return
    const fill = () => setLight(false)
    waiting.add(fill)
    ask()
    return () => void waiting.delete(fill)
  }, [light])
  return light
}

function ask() {
  if (isAsked || waiting.size === 0) return
  isAsked = true
  const { requestIdleCallback } = globalThis as { requestIdleCallback?: typeof window.requestIdleCallback }
  if (requestIdleCallback) requestIdleCallback((moment) => answer(moment.timeRemaining()))
  else setTimeout(() => answer(Number.POSITIVE_INFINITY), PAUSE)
}

function answer(spare: number) {
  isAsked = false
  for (const fill of [...waiting].slice(0, Math.floor(spare / FILL))) {
    waiting.delete(fill)
    fill()
  }
  ask()
}

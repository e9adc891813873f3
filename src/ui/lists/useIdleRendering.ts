import { useEffect, useState } from 'react'

/** So much of a moment without work filling one row takes on a slow phone, in ms. */
const FILL = 12
/** Where no browser tells of idle moments, rows wait for so long, in ms. */
const PAUSE = 60

/** What waits to be filled, in the order it came. */
const waiting = new Set<() => void>()
let isAsked = false

/** Faster than this nobody reads what goes by, in px per ms. */
const FAST = 2.5

/** What of a row is drawn: only its place, its words, or all of it. */
type Drawn = 'place' | 'words' | 'all'

/**
 * How much of a row is drawn for now. One that comes while the list moves shows no more than its words, and while it is flung
 * no more than its place, until the thread has a moment to spare: a quick device fills it before it is in sight, on a slow
 * one a fling stays smooth and what it stops at is filled then. `moves`: the list does.
 */
export function useIdleRendering(moves: boolean): Drawn {
  const [drawn, setDrawn] = useState<Drawn>(() => (!moves ? 'all' : speed > FAST ? 'place' : 'words'))
  useEffect(() => {
    if (drawn === 'all') return
    const fill = () => setDrawn('all')
    waiting.add(fill)
    ask()
    return () => void waiting.delete(fill)
  }, [drawn])
  return drawn
}

let speed = 0
let last = { y: 0, at: 0 }

/** Notes how fast the window is scrolled; to be called with each scroll event, before a row is drawn for it. */
export function trackScrollSpeed(): void {
  const now = { y: window.scrollY, at: performance.now() }
  speed = Math.abs(now.y - last.y) / Math.max(1, now.at - last.at)
  last = now
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

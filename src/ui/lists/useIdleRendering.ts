import { useEffect, useState } from 'react'

/** Idle time that rendering one row takes on a slow phone, in ms. */
const FILL = 12
/** Delay in browsers without `requestIdleCallback`, in ms. */
const PAUSE = 60

/** Rows that wait to be rendered, in order. */
const waiting = new Set<() => void>()
let isAsked = false

/** Scroll speed above which text is unreadable, in px per ms. */
const FAST = 2.5

/** How much of a row is rendered. */
type Drawn = 'place' | 'words' | 'all'

/**
 * How much of a row to render now. A row that mounts during scrolling renders text only, or a placeholder during a
 * fling, until the browser is idle. Fast devices complete it before it is visible; slow ones keep a smooth fling.
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

/** Measures the scroll speed. Call on each scroll event, before rows render. */
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

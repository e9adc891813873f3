import { useEffect, useState } from 'react'

/** Idle time that rendering one row takes on a slow phone, in ms. */
const ROW_COST = 12
/** Delay in browsers without `requestIdleCallback`, in ms. */
const FALLBACK_DELAY = 60

/** Scroll speed above which text is unreadable, in px per ms. */
const FLING_SPEED = 2.5

/** How much of a row is rendered. */
type Rendered = 'placeholder' | 'text' | 'all'

/** The scroll speed of one list, and its rows that wait to be rendered. */
export interface IdleRendering {
  /** Measures the scroll speed. Call on each scroll event, before rows render. */
  trackScrollSpeed: () => void
  isFling: () => boolean
  /** Calls `complete` when the browser is idle. Returns a function that cancels it. */
  whenIdle: (complete: () => void) => () => void
}

export function createIdleRendering(): IdleRendering {
  /** In order of their rows. */
  const waiting = new Set<() => void>()
  let isScheduled = false
  let speed = 0
  let last = { y: 0, at: 0 }

  function schedule() {
    if (isScheduled || waiting.size === 0) return
    isScheduled = true
    const { requestIdleCallback } = globalThis as { requestIdleCallback?: typeof window.requestIdleCallback }
    if (requestIdleCallback) requestIdleCallback((deadline) => renderWaiting(deadline.timeRemaining()))
    else setTimeout(() => renderWaiting(Number.POSITIVE_INFINITY), FALLBACK_DELAY)
  }

  function renderWaiting(spare: number) {
    isScheduled = false
    for (const complete of [...waiting].slice(0, Math.floor(spare / ROW_COST))) {
      waiting.delete(complete)
      complete()
    }
    schedule()
  }

  return {
    trackScrollSpeed() {
      const now = { y: window.scrollY, at: performance.now() }
      speed = Math.abs(now.y - last.y) / Math.max(1, now.at - last.at)
      last = now
    },
    isFling: () => speed > FLING_SPEED,
    whenIdle(complete) {
      waiting.add(complete)
      schedule()
      return () => void waiting.delete(complete)
    },
  }
}

/**
 * How much of a row to render now. A row that mounts during scrolling renders text only, or a placeholder during a
 * fling, until the browser is idle. Fast devices complete it before it is visible; slow ones keep a smooth fling.
 */
export function useIdleRendering({ isFling, whenIdle }: IdleRendering, isScrolling: boolean): Rendered {
  const [rendered, setRendered] = useState<Rendered>(() => (!isScrolling ? 'all' : isFling() ? 'placeholder' : 'text'))
  useEffect(() => {
    if (rendered === 'all') return
    return whenIdle(() => setRendered('all'))
  }, [rendered, whenIdle])
  return rendered
}

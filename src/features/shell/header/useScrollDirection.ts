import { useSyncExternalStore } from 'react'
import { BOTTOM_BAR_SCROLL } from '#contract/limits.ts'

/** Smaller scroll distances do not change the direction, in px. */
const MIN_DISTANCE = 6

/** Within the first 100 px of the page, or the direction of the last scroll. */
export type ScrollDirection = 'top' | 'down' | 'up'

/** The direction after a scroll from `from` to `y` (docs/specification.md, section 2: past 100 px). */
export function nextScrollDirection(direction: ScrollDirection, from: number, y: number): ScrollDirection {
  if (y <= BOTTOM_BAR_SCROLL) return 'top'
  if (direction === 'top' && y > from) return 'down'
  if (Math.abs(y - from) < MIN_DISTANCE) return direction === 'top' ? 'up' : direction
  return y > from ? 'down' : 'up'
}

/** Tracks the scroll direction of the window while it has subscribers. */
function createScrollTracker() {
  let direction: ScrollDirection = 'top'
  let lastY = 0
  const listeners = new Set<() => void>()

  function update() {
    // Overscroll at either end of the page is not a scroll by the user.
    const end = Math.max(0, document.documentElement.scrollHeight - innerHeight)
    const y = Math.min(Math.max(0, scrollY), end)
    const next = nextScrollDirection(direction, lastY, y)
    if (Math.abs(y - lastY) >= MIN_DISTANCE || next === 'top') lastY = y
    if (next === direction) return
    direction = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => direction,
    subscribe(listener: () => void): () => void {
      if (listeners.size === 0) addEventListener('scroll', update, { passive: true })
      listeners.add(listener)
      update()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) removeEventListener('scroll', update)
      }
    },
  }
}

const tracker = createScrollTracker()

export function useScrollDirection(): ScrollDirection {
  return useSyncExternalStore(tracker.subscribe, tracker.get, () => 'top')
}

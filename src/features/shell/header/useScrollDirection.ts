import { useSyncExternalStore } from 'react'
import { BOTTOM_BAR_SCROLL } from '#contract/limits.ts'

/** Smaller moves of a finger or a wheel are no change of mind, in px. */
const WAVER = 6

/** Where the reader is: at the top, on the way down, or looking back. */
export type ScrollDirection = 'top' | 'down' | 'up'

/** What a scroll to `y` makes of where one was, at `from` (specification, section 2: past 100 px). */
export function nextScrollDirection(scrolled: ScrollDirection, from: number, y: number): ScrollDirection {
  if (y <= BOTTOM_BAR_SCROLL) return 'top'
  if (scrolled === 'top' && y > from) return 'down'
  if (Math.abs(y - from) < WAVER) return scrolled === 'top' ? 'up' : scrolled
  return y > from ? 'down' : 'up'
}

let scrolled: ScrollDirection = 'top'
let last = 0

export function useScrollDirection(): ScrollDirection {
  return useSyncExternalStore(
    watch,
    () => scrolled,
    () => 'top',
  )
}

function watch(changed: () => void): () => void {
  const look = () => {
    // The bounce at either end of the page is not the reader's doing.
    const end = Math.max(0, document.documentElement.scrollHeight - innerHeight)
    const y = Math.min(Math.max(0, scrollY), end)
    const next = nextScrollDirection(scrolled, last, y)
    if (Math.abs(y - last) >= WAVER || next === 'top') last = y
    if (next === scrolled) return
    scrolled = next
    changed()
  }
  look()
  addEventListener('scroll', look, { passive: true })
  return () => removeEventListener('scroll', look)
}

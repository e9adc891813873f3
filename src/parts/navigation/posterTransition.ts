import type { NavigateOptions } from '@tanstack/react-router'

export type ViewTransition = NonNullable<NavigateOptions['viewTransition']>

/** For so long, in ms, a person sees nothing of a tap while the browser takes a picture of the screen that is left. */
const WORTH = 100
/** So long the long tasks of a page's first seconds may take, all in all, in ms: a quick phone has hardly one. */
const QUICK_START = 200
/** How long they are, in ms. */
const START = 10_000

let begun: number | undefined
let isTooSlow = false

/**
 * How a poster grows into the page of its title. A phone that was slow to start, or has once taken too long for it, goes
 * from screen to screen at once.
 */
export const posterTransition: ViewTransition = {
  types() {
    if (isTooSlow) return false
    begun = performance.now()
    return []
  },
}

/** Whether posters grow on this phone, as far as is known. */
export function isPosterTransitionEnabled(): boolean {
  return !isTooSlow
}

/** The picture is taken: what follows is the next screen. */
export function noteSnapshotTaken(): void {
  if (begun !== undefined && performance.now() - begun > WORTH) isTooSlow = true
  begun = undefined
}

/** Learns from the start what kind of phone this is, where the browser tells of long tasks. */
export function disableOnSlowStart(): void {
  if (typeof PerformanceObserver === 'undefined' || !PerformanceObserver.supportedEntryTypes?.includes('longtask'))
    return
  let busy = 0
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) if (startTime < START) busy += duration
    if (busy > QUICK_START) isTooSlow = true
    if (isTooSlow || performance.now() > START) observer.disconnect()
  })
  observer.observe({ type: 'longtask', buffered: true })
}

import type { NavigateOptions } from '@tanstack/react-router'

export type ViewTransition = NonNullable<NavigateOptions['viewTransition']>

/** Longest acceptable time, in ms, for the snapshot of the old screen: the tap has no visible effect until then. */
const MAX_SNAPSHOT = 100
/** Longest acceptable sum of long tasks during startup, in ms. A fast phone has hardly any. */
const MAX_LONG_TASKS = 200
/** Long tasks count as startup within this time, in ms. */
const STARTUP = 10_000

/** View transition from a poster to its title page, disabled for good once this device has proved too slow for it. */
export function createPosterTransition() {
  let startedAt: number | undefined
  let isDisabled = false
  const viewTransition: ViewTransition = {
    types() {
      if (isDisabled) return false
      startedAt = performance.now()
      return []
    },
  }
  return {
    /** Navigation option of links that start the transition. */
    viewTransition,
    isEnabled: () => !isDisabled,
    /** Call when the snapshot is taken, as the next screen begins to render. */
    noteSnapshotTaken() {
      if (startedAt !== undefined && performance.now() - startedAt > MAX_SNAPSHOT) isDisabled = true
      startedAt = undefined
    },
    /** Disables the transition if startup had many long tasks, in browsers that report them. */
    disableOnSlowStart() {
      if (typeof PerformanceObserver === 'undefined') return
      if (!PerformanceObserver.supportedEntryTypes?.includes('longtask')) return
      let total = 0
      const observer = new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) if (startTime < STARTUP) total += duration
        if (total > MAX_LONG_TASKS) isDisabled = true
        if (isDisabled || performance.now() > STARTUP) observer.disconnect()
      })
      observer.observe({ type: 'longtask', buffered: true })
    },
  }
}

/** The transition of this page; what it learns holds for the device. */
export const posterTransition = createPosterTransition()

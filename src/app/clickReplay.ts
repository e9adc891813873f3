import { useEffect } from 'react'
import type { EarlyWindow } from './early/recordClicks.ts'

let clicked: HTMLElement[] = []

/**
 * Takes over the clicks that early.js recorded. Call right before hydration: from then on React handles clicks,
 * and none may count twice.
 */
export function takeEarlyClicks(): void {
  const early: EarlyWindow = window
  clicked = early.takeEarlyClicks?.() ?? []
  // In case early.js loads later, it finds the app already running.
  early.takeEarlyClicks = () => []
}

/** Repeats the clicks made before hydration (src/app/early/recordClicks.ts). */
export function useClickReplay(): void {
  useEffect(() => {
    for (const button of clicked.splice(0)) if (button.isConnected) button.click()
  }, [])
}

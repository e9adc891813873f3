import { useEffect } from 'react'
import type { EarlyWindow } from './early/recordClicks.ts'

/**
 * Takes over the clicks that early.js recorded and returns the clicked buttons. Call right before hydration: from then
 * on React handles clicks, and none may count twice.
 */
export function takeEarlyClicks(): HTMLElement[] {
  const early: EarlyWindow = window
  const clicked = early.takeEarlyClicks?.() ?? []
  // In case early.js loads later, it finds the app already running.
  early.takeEarlyClicks = () => []
  return clicked
}

/** Repeats the clicks made before hydration (src/app/early/recordClicks.ts). */
export function useClickReplay(clicked: HTMLElement[] | undefined): void {
  useEffect(() => {
    // Emptied: StrictMode runs effects twice.
    for (const button of clicked?.splice(0) ?? []) if (button.isConnected) button.click()
  }, [clicked])
}

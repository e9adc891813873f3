import { useEffect } from 'react'
import type { EarlyWindow } from './early/recordClicks.ts'

let taps: HTMLElement[] = []

/** To be called right before React is given the page: from then on it hears each tap itself, and none may count twice. */
export function takeEarlyClicks(): void {
  const page: EarlyWindow = window
  taps = page.takeEarlyClicks?.() ?? []
  // Tells `/early.js`, when it loads later than the app, that the app has started.
  page.takeEarlyClicks = () => []
}

/** Presses what was tapped while the page stood without the app (src/app/early/recordClicks.ts), once the app has taken it over. */
export function useClickReplay(): void {
  useEffect(() => {
    for (const button of taps.splice(0)) if (button.isConnected) button.click()
  }, [])
}

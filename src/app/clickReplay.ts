import { useEffect } from 'react'

let taps: HTMLElement[] = []

/** To be called right before React is given the page: from then on it hears each tap itself, and none may count twice. */
export function takeEarlyClicks(): void {
  const page = window as { earlyTaps?: () => HTMLElement[] }
  taps = page.earlyTaps?.() ?? []
  // Should that script only come now, it finds that the app is here.
  page.earlyTaps = () => []
}

/** Presses what was tapped while the page stood without the app (public/early.js), once the app has taken it over. */
export function useClickReplay(): void {
  useEffect(() => {
    for (const button of taps.splice(0)) if (button.isConnected) button.click()
  }, [])
}

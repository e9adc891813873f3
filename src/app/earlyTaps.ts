import { useEffect } from 'react'

/** Presses what was tapped while the page stood without the app (public/early.js), once the app has taken it over. */
export function useEarlyTaps(): void {
  useEffect(() => {
    const taken = (window as { earlyTaps?: () => HTMLElement[] }).earlyTaps?.() ?? []
    for (const button of taken) if (button.isConnected) button.click()
  }, [])
}

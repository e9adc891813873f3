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

/** Repeats the clicks made before the app ran (src/app/early/recordClicks.ts). */
export function useClickReplay(clicked: HTMLElement[] | undefined): void {
  useEffect(() => {
    // Emptied: StrictMode runs effects twice.
    for (const button of clicked?.splice(0) ?? []) currentButton(button)?.click()
  }, [clicked])
}

/** A button of the app frame is replaced by the app's own button of the same name; hydration keeps buttons. */
function currentButton(button: HTMLElement): HTMLElement | undefined {
  if (button.isConnected) return button
  const label = button.getAttribute('aria-label')
  return [...document.querySelectorAll('header button')].find(
    (one): one is HTMLElement => one instanceof HTMLElement && one.getAttribute('aria-label') === label,
  )
}

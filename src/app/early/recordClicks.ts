/** The page's window with what `/early.js` leaves there for the app of the same build, or the app when it was faster. */
export type EarlyWindow = Window & { takeEarlyClicks?: () => HTMLButtonElement[] }

/**
 * Records which buttons of the prerendered page or the app frame are clicked before the app runs, each once; the app replays them
 * (src/app/clickReplay.ts). Links work without the app. Returns whether the app has started by now.
 */
export function recordClicks(): () => boolean {
  const page: EarlyWindow = window
  let hasStarted = page.takeEarlyClicks !== undefined
  if (hasStarted) return () => true
  const buttons = new Set<HTMLButtonElement>()
  const record = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button) buttons.add(button)
  }
  addEventListener('click', record, true)
  page.takeEarlyClicks = () => {
    hasStarted = true
    removeEventListener('click', record, true)
    return [...buttons]
  }
  return () => hasStarted
}

/** Runs `act` when the browser is idle, after five seconds at the latest. */
export function whenIdle(act: () => void) {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: 5_000 })
  else setTimeout(act, 200)
}

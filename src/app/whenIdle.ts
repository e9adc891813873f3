/** Acts when nothing else is to be done, at the latest after five seconds. */
export function whenIdle(act: () => void) {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: 5_000 })
  else setTimeout(act, 200)
}

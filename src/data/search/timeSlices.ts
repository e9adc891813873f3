/** Longest time without yielding, in ms, so that keystrokes and frames are handled in between. */
const SLICE_DURATION = 8

/** Returns a function that yields to the event loop once the current slice is used up. */
export function timeSlices(): () => Promise<void> {
  let started = performance.now()
  return async () => {
    if (performance.now() - started < SLICE_DURATION) return
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        port1.close()
        resolve()
      }
      port2.postMessage(undefined)
    })
    started = performance.now()
  }
}

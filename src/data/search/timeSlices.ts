/** A piece of work may hold the thread so long, in ms: keys and frames come between. */
const SLICE = 8

/** Lets whatever waits for this thread go first, once the running piece of work has had its time. */
export function timeSlices(): () => Promise<void> {
  let started = performance.now()
  return async () => {
    if (performance.now() - started < SLICE) return
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

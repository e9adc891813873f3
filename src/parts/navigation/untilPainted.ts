/** Longest wait for a frame, in ms: background tabs paint none. */
const MAX_WAIT = 300

let pending: Promise<void> | undefined

/** Notes that something prepared in advance was just shown; further work for it waits until it is painted. */
export function notePainting(): void {
  const painted = nextPaint()
  pending = painted
  void painted.then(() => {
    if (pending === painted) pending = undefined
  })
}

/** Resolves when the last noted content is painted; undefined when there is nothing to wait for. */
export function untilPainted(): Promise<void> | undefined {
  return pending
}

function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_WAIT)
    requestAnimationFrame(() => {
      // A message posted in the frame arrives after its paint.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        port1.close()
        clearTimeout(timer)
        resolve()
      }
      port2.postMessage(undefined)
    })
  })
}

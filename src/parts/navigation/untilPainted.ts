/** Where nothing is painted (a tab in the background) it is not waited for any longer, in ms. */
const UNSEEN = 300

let painted: Promise<void> | undefined

/** Something is shown that stood ready: what is to be done for it besides waits until it is seen (`untilShown`). */
export function notePainting(): void {
  const shown = nextPaint()
  painted = shown
  void shown.then(() => {
    if (painted === shown) painted = undefined
  })
}

/** Until what was shown last has been painted; nothing to wait for otherwise. */
export function untilPainted(): Promise<void> | undefined {
  return painted
}

function nextPaint(): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, UNSEEN)
    requestAnimationFrame(() => {
      // A task behind this frame.
      const behind = new MessageChannel()
      behind.port1.onmessage = () => {
        behind.port1.close()
        clearTimeout(timer)
        done()
      }
      behind.port2.postMessage(undefined)
    })
  })
}

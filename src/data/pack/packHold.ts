/** A page that dies while it holds the pack must not stop it for ever, in ms. A page renews its hold in time. */
const HOLD_FOR = 15_000

/** Pauses the pack while a screen waits for the network. */
export interface PackHold {
  /** Pauses the pack until `release`, at most for 15 seconds. */
  hold: () => void
  release: () => void
  /** Resolves when nothing holds the pack. Rejects when the signal aborts. */
  whenFree: (signal: AbortSignal) => Promise<void>
}

export function createPackHold(): PackHold {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting: (() => void)[] = []
  const release = () => {
    clearTimeout(timer)
    timer = undefined
    for (const go of waiting.splice(0)) go()
  }
  return {
    hold() {
      clearTimeout(timer)
      timer = setTimeout(release, HOLD_FOR)
    },
    release,
    async whenFree(signal) {
      while (timer !== undefined && !signal.aborted) {
        await new Promise<void>((go) => {
          waiting.push(go)
          signal.addEventListener('abort', () => go(), { once: true })
        })
      }
      signal.throwIfAborted()
    },
  }
}

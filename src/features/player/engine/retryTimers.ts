/** Waits that end early when something says that it is worth a try: the network is back, the phone woke up, the person asks. */
export interface RetryTimers {
  /** Calls `then` after so many ms, or sooner. The answer takes it back. */
  wait: (ms: number, then: () => void) => () => void
  /** Ends every wait now. */
  runNow: () => void
  close: () => void
}

export function createRetryTimers(): RetryTimers {
  const waiting = new Set<() => void>()
  const hurry = () => {
    for (const end of [...waiting]) end()
  }
  const wake = () => {
    if (document.visibilityState === 'visible') hurry()
  }
  addEventListener('online', hurry)
  document.addEventListener('visibilitychange', wake)
  document.addEventListener('resume', hurry)
  return {
    wait(ms, then) {
      const stop = () => {
        clearTimeout(timer)
        waiting.delete(end)
      }
      const end = () => {
        stop()
        then()
      }
      const timer = setTimeout(end, ms)
      waiting.add(end)
      return stop
    },
    runNow: hurry,
    close() {
      removeEventListener('online', hurry)
      document.removeEventListener('visibilitychange', wake)
      document.removeEventListener('resume', hurry)
      waiting.clear()
    },
  }
}

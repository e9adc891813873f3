/** Backoff timers that end early when a retry may succeed: network back, page visible, retry button. */
export interface RetryTimers {
  /** Calls `then` after `ms` or at `runNow`. Returns a function that cancels the timer. */
  wait: (ms: number, then: () => void) => () => void
  /** Ends all timers immediately. */
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

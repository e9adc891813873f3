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
  const runAll = () => {
    for (const end of [...waiting]) end()
  }
  const runIfVisible = () => {
    if (document.visibilityState === 'visible') runAll()
  }
  addEventListener('online', runAll)
  document.addEventListener('visibilitychange', runIfVisible)
  document.addEventListener('resume', runAll)
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
    runNow: runAll,
    close() {
      removeEventListener('online', runAll)
      document.removeEventListener('visibilitychange', runIfVisible)
      document.removeEventListener('resume', runAll)
      waiting.clear()
    },
  }
}

import type { MiddlewareHandler } from 'hono'
import type { Metrics } from '#server/platform/metrics.ts'
import { refuse } from '#server/platform/refuse.ts'

/** In seconds: about what the calls in progress take at most. */
const RETRY_AFTER = 2

/**
 * Refuses a call with 503 while `max` others are in progress. Calls that wait for the database longer than their callers
 * wait for them are work for nobody, and delay all later ones.
 *
 * One call begins per turn of the event loop. The embedded database blocks the loop: without a turn in between, each call
 * would end before the next one is read from its socket, and the queue would be in the kernel, out of sight
 * (docs/decisions/056-bounded-calls.md).
 */
export function boundCalls(max: number, metrics?: Metrics): MiddlewareHandler {
  let inProgress = 0
  const waiting: (() => void)[] = []
  let isScheduled = false

  function beginNext() {
    waiting.shift()?.()
    isScheduled = waiting.length > 0
    if (isScheduled) setImmediate(beginNext)
  }
  function untilTurn(): Promise<void> {
    if (!isScheduled) setImmediate(beginNext)
    isScheduled = true
    return new Promise((begin) => waiting.push(begin))
  }

  return async (_, next) => {
    if (inProgress >= max) {
      metrics?.callRefused()
      refuse('unavailable', { retryAfter: RETRY_AFTER })
    }
    inProgress += 1
    metrics?.callBegan()
    try {
      await untilTurn()
      await next()
    } finally {
      inProgress -= 1
      metrics?.callEnded()
    }
  }
}

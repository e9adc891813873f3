import type { MiddlewareHandler } from 'hono'
import { refuse } from '#server/platform/refuse.ts'

/** In seconds: about what the calls in progress take at most. */
const RETRY_AFTER = 2

/**
 * Refuses a call with 503 while `max` others are in progress. Calls that wait for the database longer than their callers
 * wait for them are work for nobody, and delay all later ones.
 */
export function boundCalls(max: number): MiddlewareHandler {
  let inProgress = 0
  return async (_, next) => {
    if (inProgress >= max) refuse('unavailable', { retryAfter: RETRY_AFTER })
    inProgress += 1
    try {
      await next()
    } finally {
      inProgress -= 1
    }
  }
}

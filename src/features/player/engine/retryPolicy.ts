/** Outcome of one attempt to fetch a segment. `status`: 0 without a response. */
export interface FetchOutcome {
  /** `broken`: the response was not a valid segment */
  kind: 'silence' | 'status' | 'broken'
  status: number
  /** attempts for this segment, including this one */
  attempts: number
}

/** Why a segment could not be loaded. */
export type FailureReason = 'offline' | 'server' | 'missing' | 'broken' | 'link'

export interface RetryDecision {
  reason: FailureReason
  /** Renew the link before the next attempt. */
  renew: boolean
  /** ms until the next attempt; undefined: stop retrying this segment */
  wait: number | undefined
}

/** Maximum attempts for missing or invalid segments. Network failures are retried without limit. */
const MAX_TRIES = 4
const INITIAL_BACKOFF = 400
/** Maximum backoff in ms: the longest stall after the network has returned. */
export const MAX_BACKOFF = 8_000

/**
 * Decides what follows a failed segment. Network and server failures are retried without limit, and an expired link is
 * renewed. A missing or invalid segment is abandoned after some attempts, so that playback can switch quality or skip
 * it.
 */
export function retryPolicy({ kind, status, attempts }: FetchOutcome): RetryDecision {
  const wait = Math.min(MAX_BACKOFF, INITIAL_BACKOFF * 2 ** Math.min(attempts - 1, 10))
  const still = attempts < MAX_TRIES ? wait : undefined
  if (kind === 'silence') return { reason: 'offline', renew: false, wait }
  // A new link bypasses the invalid copy in the browser's HTTP cache.
  if (kind === 'broken') return { reason: 'broken', renew: true, wait: still }
  if (status === 401 || status === 403)
    return { reason: 'link', renew: true, wait: attempts < MAX_TRIES ? wait : undefined }
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { reason: 'server', renew: false, wait }
  return { reason: 'missing', renew: false, wait: still }
}

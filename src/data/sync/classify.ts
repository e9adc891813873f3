import { RETRY_AFTER_CAP } from '#data/network/call.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'

/** What becomes of an entry after a failed delivery (the table of the sync page). */
export type Verdict =
  | { become: 'acknowledged' }
  /** once more after `wait` ms; `answered`: the server was there and said "not now" */
  | { become: 'queued'; wait: number; answered: boolean }
  /** the whole queue waits for the person to sign in */
  | { become: 'parked' }
  | { become: 'failed' }

/** Answered failures after which an entry leaves its lane, when others get through (sync page). */
export const REFUSALS_MAX = 8
const BACKOFF_FIRST = 1_000
const BACKOFF_CAP = 300_000

/** Longest wait an entry is ever given, in ms; anything further off comes from a clock that was wrong. */
export const WAIT_MAX = RETRY_AFTER_CAP

/**
 * Full jitter (AWS Architecture Blog, "Exponential Backoff And Jitter"): a random wait below a bound that doubles with
 * each attempt, so that devices that failed together do not come back together. `random` is in [0, 1).
 */
export function backoff(attempts: number, random: number = Math.random()): number {
  return random * Math.min(BACKOFF_CAP, BACKOFF_FIRST * 2 ** Math.min(attempts, 20))
}

/** `attempts` counts this one; `isOff`: the wish is that something be gone. */
export function classify(failure: unknown, { attempts, isOff }: { attempts: number; isOff: boolean }): Verdict {
  if (failure instanceof Unreachable) {
    // We cut it off ourselves (the page goes to sleep): nothing speaks for waiting.
    return { become: 'queued', wait: failure.reason === 'aborted' ? 0 : backoff(attempts), answered: false }
  }
  if (!(failure instanceof Refused)) return { become: 'failed' }
  if (failure.isForeign) return { become: 'queued', wait: backoff(attempts), answered: false }
  const { status, failure: body } = failure
  if (status === 401 || status === 419) return { become: 'parked' }
  if (status === 404 || status === 410) return isOff ? { become: 'acknowledged' } : { become: 'failed' }
  const notNow = status === 408 || status === 425 || status === 429 || status >= 500
  if (notNow || (status === 409 && body.code === 'in_progress')) {
    return { become: 'queued', wait: failure.retryAfter ?? backoff(attempts), answered: true }
  }
  return { become: 'failed' }
}

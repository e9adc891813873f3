import { RETRY_AFTER_CAP } from '#data/network/call.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'

/** The next state of an entry after a failed attempt (docs/sync.md#outcomes). */
export type Verdict =
  /** `isLocal`: the server lacks the call, so the change stays on this device. */
  | { become: 'acknowledged'; isLocal?: boolean }
  /** Retry after `wait` ms. `answered`: the server refused temporarily. */
  | { become: 'queued'; wait: number; answered: boolean }
  /** The whole outbox waits for the user to sign in. */
  | { become: 'parked' }
  | { become: 'failed' }

/**
 * An entry fails after this many temporary refusals, if other entries were acknowledged meanwhile
 * (docs/sync.md#outcomes).
 */
export const REFUSALS_MAX = 8
const BACKOFF_FIRST = 1_000
const BACKOFF_CAP = 300_000

/** Longest wait of an entry, in ms. A wait beyond this was computed with a wrong clock. */
export const WAIT_MAX = RETRY_AFTER_CAP

/**
 * Full jitter (AWS Architecture Blog, "Exponential Backoff And Jitter"): a random wait below a bound that doubles with
 * each attempt, so that devices do not retry together. `random` is in [0, 1).
 */
export function backoff(attempts: number, random: number = Math.random()): number {
  return random * Math.min(BACKOFF_CAP, BACKOFF_FIRST * 2 ** Math.min(attempts, 20))
}

interface Attempted {
  /** This attempt included. */
  attempts: number
  /** The mutation removes something, so "not found" acknowledges it. */
  isOff?: boolean
  /** The change may stay on this device alone. */
  canBeLocal?: boolean
}

export function classify(failure: unknown, { attempts, isOff = false, canBeLocal = false }: Attempted): Verdict {
  if (failure instanceof Unreachable) {
    // The app aborted the request itself (page freeze): retry without a wait.
    return { become: 'queued', wait: failure.reason === 'aborted' ? 0 : backoff(attempts), answered: false }
  }
  if (!(failure instanceof Refused)) return { become: 'failed' }
  if (failure.isForeign) return { become: 'queued', wait: backoff(attempts), answered: false }
  const { status, failure: body } = failure
  if (status === 401 || status === 419) return { become: 'parked' }
  if (canBeLocal && failure.lacksCall) return { become: 'acknowledged', isLocal: true }
  if (status === 404 || status === 410) return isOff ? { become: 'acknowledged' } : { become: 'failed' }
  const notNow = failure.isTemporary
  if (notNow || (status === 409 && body.code === 'in_progress')) {
    return { become: 'queued', wait: failure.retryAfter ?? backoff(attempts), answered: true }
  }
  return { become: 'failed' }
}

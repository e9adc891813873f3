import { drainWithin } from '#data/areas/drain.ts'
import { skipWaitingSignal } from './skipWaiting.ts'

/** The browser ends a worker that takes longer, in ms (sync page). */
const MOST = 30_000

/** Sends what waits; rejects when something is left that could go later, so that the browser asks again. */
export function sendOutbox(): Promise<void> {
  return drainWithin(MOST, skipWaitingSignal())
}

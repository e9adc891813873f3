import { sendWithin } from '#data/sync/drainWithin.ts'
import { leaving } from './skipWaiting.ts'

/** The browser ends a worker that takes longer, in ms (sync page). */
const MOST = 30_000

/** Sends what waits; rejects when something is left that could go later, so that the browser asks again. */
export function sendWhatWaits(): Promise<void> {
  return sendWithin(MOST, leaving())
}

import { drainWithin } from '#data/areas/drain.ts'
import { canReadCookies } from '#data/platform/cookies.ts'
import { cleanDeletedAccounts } from '#data/session/deletedAccounts.ts'

/** Browsers terminate a worker that takes longer, in ms (docs/sync.md#worker). */
const TIME_LIMIT = 30_000

/**
 * Drains the outbox. Rejects when entries remain that could be sent later, so that the browser fires the sync event
 * again. `signal` aborts when another version takes over. Leaves the entries to a page where the worker cannot read the
 * CSRF cookie, which happens on a push in Safari and Firefox. Deletes the data of an account that the server says is deleted.
 */
export async function sendOutbox(signal?: AbortSignal): Promise<void> {
  if (canReadCookies()) await drainWithin(TIME_LIMIT, signal).finally(cleanDeletedAccounts)
}

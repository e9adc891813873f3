import { drainWithin } from '#data/areas/drain.ts'

/** Browsers terminate a worker that takes longer, in ms (docs/sync.md#worker). */
const TIME_LIMIT = 30_000

/**
 * Drains the outbox. Rejects when entries remain that could be sent later, so that the browser fires the sync event
 * again. `signal` aborts when another version takes over.
 */
export function sendOutbox(signal?: AbortSignal): Promise<void> {
  return drainWithin(TIME_LIMIT, signal)
}

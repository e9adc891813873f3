import { drainOutbox } from '#data/drain.ts'
import { wake } from '#data/outbox.ts'
import { personalIfAny } from '#data/personal.ts'

/** The browser ends a worker that takes longer, in ms (sync page). */
const MOST = 30_000

/** Sends what waits; rejects when something is left that could go later, so that the browser asks again. */
export async function sendWhatWaits(): Promise<void> {
  const database = await personalIfAny()
  if (!database) return
  await wake(database)
  const { nextAt, parked } = await drainOutbox(AbortSignal.timeout(MOST))
  if (nextAt !== undefined && !parked) throw new Error('outbox: something waits')
}

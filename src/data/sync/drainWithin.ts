import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { anySignal } from '#data/platform/anySignal.ts'
import { clock } from '#data/platform/clock.ts'
import type { Drain } from './drain.ts'
import { clearBackoff, countPending } from './outbox.ts'

/**
 * For the worker, whose time is counted (`most`, in ms) and which may have to leave before: sends what waits, and what may
 * go before it is over; rejects when something is left that could go later, so that the browser asks again. What waits for
 * the person to sign in is not worth asking for.
 */
export async function drainWithin({ drainOutbox }: Drain, most: number, leave?: AbortSignal): Promise<void> {
  const over = performance.now() + most
  const timeout = AbortSignal.timeout(most)
  const limit = leave ? anySignal(timeout, leave) : timeout
  const database = await personalDatabaseIfSignedIn()
  if (!database) return
  await clearBackoff(database)
  for (;;) {
    const { nextAt, parked } = await drainOutbox(limit)
    if (parked) return
    const wait = nextAt === undefined ? Number.POSITIVE_INFINITY : Math.max(0, nextAt - clock.now())
    if (limit.aborted || performance.now() + wait >= over) break
    await new Promise((passed) => {
      setTimeout(passed, wait)
      limit.addEventListener('abort', passed, { once: true })
    })
    if (limit.aborted) break
  }
  if ((await countPending(database)) > 0) throw new Error('outbox: something waits')
}

import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { anySignal } from '#data/platform/anySignal.ts'
import { clock } from '#data/platform/clock.ts'
import type { Drain } from './drain.ts'
import { clearBackoff, countPending } from './outbox.ts'

/** Entries remain that can be sent later. */
class OutboxNotEmpty extends Error {
  override name = 'OutboxNotEmpty'
}

/**
 * Drains the outbox in the worker for at most `most` ms, or until `leave` aborts. Waits for entries that become due in
 * time. Rejects with `OutboxNotEmpty` when pending entries remain, so that the browser fires the sync event again. Resolves when only a
 * sign-in can help.
 */
export async function drainWithin({ drainOutbox }: Drain, duration: number, leave?: AbortSignal): Promise<void> {
  const deadline = performance.now() + duration
  const timeout = AbortSignal.timeout(duration)
  const limit = leave ? anySignal(timeout, leave) : timeout
  const database = await personalDatabaseIfSignedIn()
  if (!database) return
  await clearBackoff(database)
  for (;;) {
    const { nextAt, parked } = await drainOutbox(limit)
    if (parked) return
    const wait = nextAt === undefined ? Number.POSITIVE_INFINITY : Math.max(0, nextAt - clock.now())
    if (limit.aborted || performance.now() + wait >= deadline) break
    await new Promise((passed) => {
      setTimeout(passed, wait)
      limit.addEventListener('abort', passed, { once: true })
    })
    if (limit.aborted) break
  }
  if ((await countPending(database)) > 0) throw new OutboxNotEmpty('pending entries remain')
}

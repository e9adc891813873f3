import { personalDatabaseOf } from '#data/database/personal.ts'
import { readSession } from '#data/database/session.ts'
import type { Drain } from './drain.ts'

/** How long signing out waits for a last drain, in ms (docs/sync.md#sign-out). */
const LAST_DRAIN_TIMEOUT = 5_000

/** Sends what can be sent in a moment. Returns how many entries are still pending or have failed. */
export async function drainBeforeSignOut({ drainOutbox }: Drain): Promise<number> {
  const session = await readSession()
  if (!session) return 0
  await drainOutbox(AbortSignal.timeout(LAST_DRAIN_TIMEOUT)).catch(() => undefined)
  return (await personalDatabaseOf(session.user.id)).outbox.count()
}

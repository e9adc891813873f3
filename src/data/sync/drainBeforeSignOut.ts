import { personalDatabaseOf } from '#data/database/personal.ts'
import { readSession } from '#data/database/session.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import type { Drain } from './drain.ts'
import { clearBackoff } from './outbox.ts'

/** Timeout of the last drain before sign-out, in ms (docs/sync.md#sign-out). */
const LAST_DRAIN_TIMEOUT = 5_000

/** Drains the outbox for a moment, including entries in an open window. Returns how many entries are still pending or have failed. */
export async function drainBeforeSignOut({ drainOutbox }: Drain): Promise<number> {
  const session = await readSession()
  if (!session) return 0
  const database = await personalDatabaseOf(session.user.id)
  await clearBackoff(database, { endWindows: true }).catch(ignoring(...EXPECTED_ERRORS))
  await drainOutbox(AbortSignal.timeout(LAST_DRAIN_TIMEOUT)).catch(ignoring(...EXPECTED_ERRORS))
  return database.outbox.count()
}

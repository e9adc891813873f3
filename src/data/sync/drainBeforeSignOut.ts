import { personalDatabaseOf } from '#data/database/personal.ts'
import { readSession } from '#data/database/session.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import type { Drain } from './drain.ts'
import { clearBackoff } from './outbox.ts'

/** Timeout of the last drain before sign-out, in ms (docs/sync.md#sign-out). */
const LAST_DRAIN_TIMEOUT = 5_000

export interface Unsent {
  count: number
  /** `seq` of the newest entry that the drain tried to send. */
  upTo: number
}

const NOTHING: Unsent = { count: 0, upTo: 0 }

/**
 * Drains the outbox for a moment, including entries in an open window, and entries that other tabs add meanwhile (the
 * position of a film). Returns the entries that are still pending or have failed.
 */
export async function drainBeforeSignOut({ drainOutbox }: Drain): Promise<Unsent> {
  const session = await readSession()
  if (!session) return NOTHING
  const database = await personalDatabaseOf(session.user.id)
  const { outbox } = database
  const timeout = AbortSignal.timeout(LAST_DRAIN_TIMEOUT)
  for (;;) {
    const newest = await outbox.orderBy('seq').last()
    if (!newest) return NOTHING
    await clearBackoff(database, { endWindows: true }).catch(ignoring(...EXPECTED_ERRORS))
    await drainOutbox(timeout).catch(ignoring(...EXPECTED_ERRORS))
    const unsent = await outbox.where('seq').belowOrEqual(newest.seq).count()
    if (unsent > 0 || timeout.aborted) return { count: await outbox.count(), upTo: newest.seq }
  }
}

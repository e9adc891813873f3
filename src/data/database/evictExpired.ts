import { clock } from '#data/platform/clock.ts'
import { device } from './device.ts'
import { deleteExpiredDrafts } from './drafts.ts'
import { MAX_ROWS } from './eviction.ts'
import type { PersonalDatabase } from './personal.ts'

/** Cached content expires after this long, in ms (30 days). */
const MAX_AGE = 30 * 86_400_000
/**
 * Rows kept of tables that nothing else limits, the newest: quarantined values for support, and the import reports of
 * ten lists of the maximum size, delivered entries.
 */
const MAX_PERSONAL_ROWS = { aside: 500, reports: 1_000, delivered: 10_000 }
/** Delivered entries are kept for a server that is restored from a backup of this age at most, in ms (14 days). */
const DELIVERED_MAX_AGE = 14 * 86_400_000

/** Deletes expired and surplus cached content. The server has all of it. */
export async function evictExpired() {
  const since = clock.now() - MAX_AGE
  const database = await device()
  for (const [name, maxRows] of Object.entries(MAX_ROWS)) {
    const table = database.table(name)
    await table.where('at').below(since).delete()
    const surplus = (await table.count()) - maxRows
    if (surplus > 0) await table.orderBy('at').limit(surplus).delete()
  }
  await deleteExpiredDrafts()
}

/** Deletes the oldest rows of a user's tables that only grow. */
export async function deleteSurplusRows(database: PersonalDatabase): Promise<void> {
  await database.delivered
    .where('at')
    .below(clock.now() - DELIVERED_MAX_AGE)
    .delete()
  for (const [name, maxRows] of Object.entries(MAX_PERSONAL_ROWS)) {
    const table = database.table(name)
    const surplus = (await table.count()) - maxRows
    if (surplus > 0) await table.orderBy('at').limit(surplus).delete()
  }
}

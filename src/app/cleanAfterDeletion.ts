import { liveQuery } from '#data/database/liveQuery.ts'
import { deletedAccounts } from '#data/database/session.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'

/** Deletes what a deleted account left on this device, and calls `onCleaned`. The code is loaded then. */
export function cleanAfterDeletion(onCleaned: () => void): void {
  liveQuery(deletedAccounts).subscribe(
    (userIds) => {
      if (userIds.length > 0) void clean().catch(ignoring(...EXPECTED_ERRORS, 'TypeError'))
    },
    // `liveQuery` has reported the error.
    () => undefined,
  )

  async function clean() {
    const { cleanDeletedAccounts } = await import('#data/session/deletedAccounts.ts')
    if ((await cleanDeletedAccounts()) > 0) onCleaned()
  }
}

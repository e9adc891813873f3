import { liveQuery } from '#data/database/liveQuery.ts'
import { deletedAccounts } from '#data/database/session.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { appText } from '#text/app.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** Deletes what a deleted account left on this device, and tells the user. The code is loaded then. Returns how to stop. */
export function cleanAfterDeletion(): () => void {
  const subscription = liveQuery(deletedAccounts).subscribe(
    (userIds) => {
      if (userIds.length > 0) void clean().catch(ignoring(...EXPECTED_ERRORS, 'TypeError'))
    },
    // `liveQuery` has reported the error.
    () => undefined,
  )
  return () => subscription.unsubscribe()
}

async function clean() {
  const { cleanDeletedAccounts } = await import('#data/session/deletedAccounts.ts')
  if ((await cleanDeletedAccounts()) > 0) showSnackbar({ text: appText.accountDeleted, decline: appText.understood })
}

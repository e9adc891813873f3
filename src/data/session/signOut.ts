import { accountApi } from '#contract/account.ts'
import { endSession, readSession } from '#data/database/session.ts'
import { call } from '#data/network/call.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { deleteStored, undoRegistrations } from './deleteStored.ts'
import { runSignOutHooks } from './signOutHooks.ts'

/**
 * Signs out and deletes all private data (docs/sync.md#sign-out). Returns false when the server was not reached
 * (docs/specification.md, section 8). `keepData` leaves the outbox for the same user's next sign-in on this device.
 */
export async function signOut({ keepData }: { keepData: boolean }): Promise<boolean> {
  const occasion = keepData ? 'onSignOutPending' : 'onSignOut'
  const session = await readSession()
  const users = session ? [session.user.id] : []
  await runSignOutHooks()
  await undoRegistrations(occasion, users)
  const isRevoked = (await revokeToken().catch(ignoring(...EXPECTED_ERRORS))) ?? false
  await endSession()
  await deleteStored(occasion, users)
  return isRevoked
}

/** Like every call of an account, it fetches the CSRF cookie first (docs/specification.md, section 7). */
async function revokeToken(): Promise<true> {
  await call(accountApi.csrfCookie, {})
  await call(accountApi.logout, {})
  return true
}

import { accountApi } from '#contract/account.ts'
import { profileApi } from '#contract/profile.ts'
import { device } from '#data/database/device.ts'
import { DELETED_ACCOUNT, deletedAccounts, expireSession, readSession, SignedOut } from '#data/database/session.ts'
import { call } from '#data/network/call.ts'
import { type CallResult, callResult } from '#data/network/failures.ts'
import { pageDocument } from '#data/platform/page.ts'
import { singleFlight } from '#data/platform/singleFlight.ts'
import { deleteStored, deleteUser, undoRegistrations } from './deleteStored.ts'
import { runSignOutHooks } from './signOutHooks.ts'

/** Deletes the signed-in account for good, and its data on this device. Online only. */
export function deleteAccount(body: { currentPassword?: string }): Promise<CallResult<void>> {
  return callResult(async () => {
    const session = await readSession()
    if (!session) throw new SignedOut()
    await call(accountApi.csrfCookie, {})
    await call(profileApi.deleteAccount, { body })
    await expireSession(session.token, 'account_deleted')
    await cleanDeletedAccounts()
  })
}

/**
 * Deletes the data of deleted accounts on this device (docs/sync.md#deleted-accounts). Can be killed and repeated at any
 * point. The worker leaves the record, because only a page can delete items of Web Storage. Returns how many there were.
 */
export const cleanDeletedAccounts = singleFlight(async (): Promise<number> => {
  const userIds = await deletedAccounts()
  if (userIds.length === 0) return 0
  await runSignOutHooks()
  // Somebody has signed in since: what users share is theirs by now.
  if (await readSession()) for (const userId of userIds) await deleteUser(userId)
  else {
    await undoRegistrations('onSignOut', userIds)
    await deleteStored('onSignOut', userIds)
  }
  const { meta } = await device()
  if (pageDocument()) await meta.bulkDelete(userIds.map((userId) => `${DELETED_ACCOUNT}${userId}` as const))
  return userIds.length
})

import { Dexie } from 'dexie'
import { accountApi } from '#contract/account.ts'
import { device } from '#data/database/device.ts'
import { deleteAllDrafts } from '#data/database/drafts.ts'
import { closePersonalDatabases, openPersonalDatabase, type PersonalDatabase } from '#data/database/personalDatabase.ts'
import { personalDatabaseName } from '#data/database/personalName.ts'
import { clearPictures } from '#data/database/pictureCache.ts'
import { deleteSegmentsOfUser } from '#data/database/segmentCache.ts'
import { endSession, readSession } from '#data/database/session.ts'
import { call } from '#data/network/call.ts'
import { abortBackgroundFetches } from '#data/platform/backgroundFetch.ts'
import { EXPECTED_ERRORS, ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { SEEN_TABLES } from '#data/platform/inventory.ts'
import { clearPaymentCheck } from '#data/platform/paymentCheck.ts'
import { PERSISTED_QUERIES_KEY } from '#data/platform/persistedQueries.ts'
import { localItems } from '#data/platform/webStorage.ts'
import { removePushRegistration } from './push.ts'
import { runSignOutHooks } from './signOutHooks.ts'

/**
 * Signs out and deletes all private data (docs/sync.md#sign-out). Returns false when the server could not be told
 * (docs/specification.md, section 8). `keep` leaves the outbox for the same user's next sign-in on this device.
 */
export async function signOut({ keepData }: { keepData: boolean }): Promise<boolean> {
  const session = await readSession()
  await runSignOutHooks()
  await removePushRegistration()
  const told = (await call(accountApi.logout, {}).then(() => true, ignoring(...EXPECTED_ERRORS))) ?? false
  await endSession()
  if (session) await clearUserData(openPersonalDatabase(session.user.id), keepData)
  await clearCatalogueData()
  return told
}

async function clearUserData(database: PersonalDatabase, keepData: boolean) {
  await abortBackgroundFetches(database.userId).catch(ignoring(...STORAGE_ERRORS))
  await deleteSegmentsOfUser(database.userId)
  if (keepData) {
    const rest = database.tables.filter(({ name }) => name !== 'outbox' && name !== 'meta')
    await database.transaction('rw', [...rest, database.meta], async () => {
      for (const table of rest) await table.clear()
      await database.meta.where('key').startsWith('cursor:').delete()
    })
    closePersonalDatabases()
    return
  }
  closePersonalDatabases()
  await Dexie.delete(personalDatabaseName(database.userId))
}

/** Deletes the catalogue data too: what a user looked at is private. */
async function clearCatalogueData() {
  const database = await device()
  await Promise.all(SEEN_TABLES.map((name) => database[name].clear()))
  await clearPictures()
  await deleteAllDrafts()
  clearPaymentCheck()
  localItems.remove(PERSISTED_QUERIES_KEY)
}

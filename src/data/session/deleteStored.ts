import { Dexie } from 'dexie'
import { device } from '#data/database/device.ts'
import { closePersonalDatabases, openPersonalDatabase } from '#data/database/personalDatabase.ts'
import { personalDatabaseName } from '#data/database/personalName.ts'
import { clearPictures, EXPIRATION_DATABASE } from '#data/database/pictureCache.ts'
import { showAppBadge } from '#data/platform/appBadge.ts'
import { abortBackgroundFetches } from '#data/platform/backgroundFetch.ts'
import { DOWNLOAD_CACHE_PREFIX } from '#data/platform/cacheNames.ts'
import { writeCookie } from '#data/platform/cookies.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import {
  CACHES,
  COOKIES,
  type CookieName,
  DATABASES,
  DEVICE_META,
  DEVICE_TABLES,
  isDeletedOn,
  LOCAL_ITEMS,
  REGISTRATIONS,
  SESSION_ITEMS,
  USER_META,
  USER_TABLES,
} from '#data/platform/inventory.ts'
import { unregisterPeriodicSync } from '#data/platform/periodicSync.ts'
import { localItems, sessionItems } from '#data/platform/webStorage.ts'
import { closeNotifications, removePushRegistration } from './push.ts'

export type Deletion = 'onSignOut' | 'onSignOutPending' | 'onClearDevice'

/** Users whose databases and downloads are deleted. */
type Users = number[]

/** Deletes what the inventory lists for the occasion. Data of other users stays. */
export async function deleteStored(occasion: Deletion, users: Users): Promise<void> {
  deleteWebItems(occasion)
  for (const userId of users) await deleteUserData(occasion, userId)
  await deleteDeviceData(occasion)
  await deleteCaches(occasion, users)
}

const UNDO: Record<keyof typeof REGISTRATIONS, (users: Users) => Promise<unknown>> = {
  pushSubscription: removePushRegistration,
  shownNotifications: closeNotifications,
  appBadge: () => showAppBadge(0),
  backgroundFetches: (users) => Promise.all(users.map((userId) => abortBackgroundFetches(userId))),
  periodicSync: unregisterPeriodicSync,
}

/** Deletes the database and the films of a user; what all users of the device share stays. */
export async function deleteUser(userId: number): Promise<void> {
  await abortBackgroundFetches(userId)
  await deleteUserData('onSignOut', userId)
  await deleteCaches('onSignOut', [userId], isDownload)
}

const isDownload = (name: string) => name.startsWith(DOWNLOAD_CACHE_PREFIX)

/** Undoes the registrations at the browser that the inventory lists for the occasion. A failure is reported. */
export async function undoRegistrations(occasion: Deletion, users: Users): Promise<void> {
  const names = Object.keys(REGISTRATIONS) as (keyof typeof REGISTRATIONS)[]
  const undone = names.filter((name) => isDeletedOn(occasion, REGISTRATIONS, name))
  await Promise.all(undone.map((name) => UNDO[name](users).catch(ignoring(...EXPECTED_ERRORS, 'TypeError'))))
}

/** Deletes the items of this tab that belong to a user: a sign-out in another tab does not reach them. */
export function deleteTabItems(occasion: Deletion): void {
  for (const key of sessionItems.allKeys()) if (isDeletedOn(occasion, SESSION_ITEMS, key)) sessionItems.remove(key)
}

function deleteWebItems(occasion: Deletion) {
  deleteTabItems(occasion)
  for (const key of localItems.allKeys()) if (isDeletedOn(occasion, LOCAL_ITEMS, key)) localItems.remove(key)
  for (const name of Object.keys(COOKIES) as CookieName[])
    if (isDeletedOn(occasion, COOKIES, name)) writeCookie(name, '', 0)
}

async function deleteUserData(occasion: Deletion, userId: number) {
  const name = personalDatabaseName(userId)
  if (!isDeletedOn(occasion, DATABASES, name)) {
    const database = openPersonalDatabase(userId)
    const tables = database.tables.filter((table) => isDeletedOn(occasion, USER_TABLES, table.name))
    await database.transaction('rw', [...tables, database.meta], async () => {
      for (const table of tables) await table.clear()
      const rows = await database.meta.toCollection().primaryKeys()
      await database.meta.bulkDelete(rows.filter((key) => isDeletedOn(occasion, USER_META, key)))
    })
  }
  closePersonalDatabases()
  if (isDeletedOn(occasion, DATABASES, name)) await Dexie.delete(name)
}

/** Deletes rows instead of the database: this page, other tabs and the worker have it open. */
async function deleteDeviceData(occasion: Deletion) {
  const database = await device()
  const { meta } = database
  await database.transaction('rw', database.tables, async () => {
    for (const table of database.tables)
      if (table.name !== meta.name && isDeletedOn(occasion, DEVICE_TABLES, table.name)) await table.clear()
    const rows = await meta.toCollection().primaryKeys()
    await meta.bulkDelete(rows.filter((key) => isDeletedOn(occasion, DEVICE_META, key)))
  })
  if (isDeletedOn(occasion, DATABASES, EXPIRATION_DATABASE)) await clearPictures()
}

async function deleteCaches(occasion: Deletion, users: Users, among = (_name: string) => true) {
  if (typeof caches === 'undefined') return
  const isOthers = (name: string) =>
    isDownload(name) &&
    occasion !== 'onClearDevice' &&
    !users.some((userId) => name.startsWith(`${DOWNLOAD_CACHE_PREFIX}${userId}-`))
  const names = (await caches.keys())
    .filter(among)
    .filter((name) => isDeletedOn(occasion, CACHES, name) && !isOthers(name))
  await Promise.all(names.map((name) => caches.delete(name)))
}

import { Dexie } from 'dexie'
import { device } from '#data/database/device.ts'
import { isPending } from '#data/database/outboxEntry.ts'
import { type OutboxEntry, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { closePersonalDatabases, openPersonalDatabase } from '#data/database/personalDatabase.ts'
import { personalDatabaseName } from '#data/database/personalName.ts'
import { TOKEN_COOKIE } from '#data/database/session.ts'
import { writeCookie } from '#data/platform/cookies.ts'
import { cacheGroupOf } from '#data/platform/inventory.ts'
import { localItems, sessionItems } from '#data/platform/webStorage.ts'
import { signOut } from './signOut.ts'

/** Data that exists only on this device and would be lost. */
export interface UnsyncedData {
  /** The user's pending and failed entries, in order. */
  changes: OutboxEntry[]
  /** Number of pending entries that other users left for their next sign-in. */
  others: number
}

const PERSONAL = personalDatabaseName(0).slice(0, -1)
const COOKIES = [TOKEN_COOKIE, 'XSRF-TOKEN', 'ref']

export async function unsyncedData(): Promise<UnsyncedData> {
  const mine = await personalDatabaseIfSignedIn()
  const changes = mine ? await mine.outbox.orderBy('seq').toArray() : []
  let others = 0
  for (const userId of await storedUserIds()) {
    if (userId !== mine?.userId)
      others += (await openPersonalDatabase(userId).outbox.toArray()).filter(isPending).length
  }
  return { changes, others }
}

/**
 * Signs out and deletes everything but the app's files, which still open offline: databases, pictures, drafts,
 * preferences, push subscription. Returns false when the server could not be told.
 */
export async function clearDevice(): Promise<boolean> {
  const told = await signOut({ keepData: false })
  closePersonalDatabases()
  for (const userId of await storedUserIds()) await Dexie.delete(personalDatabaseName(userId))
  // Cleared instead of deleted: this page, other tabs and the worker have it open.
  const database = await device()
  await database.transaction('rw', database.tables, () => Promise.all(database.tables.map((table) => table.clear())))
  await clearCaches()
  for (const name of COOKIES) writeCookie(name, '', 0)
  localItems.clear()
  sessionItems.clear()
  return told
}

/** Ids of the users with a database on this device. */
async function storedUserIds(): Promise<number[]> {
  const names = await Dexie.getDatabaseNames()
  return names
    .filter((name) => name.startsWith(PERSONAL))
    .map((name) => Number(name.slice(PERSONAL.length)))
    .filter((id) => Number.isInteger(id))
}

/** Keeps the app's files, without which nothing would open offline. */
async function clearCaches(): Promise<void> {
  if (typeof caches === 'undefined') return
  const names = (await caches.keys()).filter((name) => cacheGroupOf(name)?.onClearDevice !== 'keep')
  await Promise.all(names.map((name) => caches.delete(name)))
}

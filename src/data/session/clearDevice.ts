import { Dexie } from 'dexie'
import { device } from '#data/database/device.ts'
import { isPending } from '#data/database/outboxEntry.ts'
import { type OutboxEntry, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { closePersonalDatabases, openPersonalDatabase } from '#data/database/personalDatabase.ts'
import { personalDatabaseName } from '#data/database/personalName.ts'
import { TOKEN_COOKIE } from '#data/database/session.ts'
import { writeCookie } from '#data/platform/cookies.ts'
import { signOut } from './signOut.ts'

/** What is on this device alone, and would be lost with it. */
export interface UnsyncedData {
  /** the person's changes that have not reached the server, and those it refused, in their order */
  changes: OutboxEntry[]
  /** how many of them other people left here for their next sign-in */
  others: number
}

const PERSONAL = personalDatabaseName(0).slice(0, -1)
/** The cookies of ours. */
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
 * Signs out and leaves nothing on this device but the app itself, which opens without a network as before: no database,
 * no picture, no draft, no choice of looks, no push subscription. False when the server could not be told.
 */
export async function clearDevice(): Promise<boolean> {
  const told = await signOut({ keep: false })
  closePersonalDatabases()
  for (const userId of await storedUserIds()) await Dexie.delete(personalDatabaseName(userId))
  // Cleared and not deleted: it is open in this page, in other tabs and in the worker.
  const database = await device()
  await database.transaction('rw', database.tables, () => Promise.all(database.tables.map((table) => table.clear())))
  await clearCaches()
  for (const name of COOKIES) writeCookie(name, '', 0)
  clearStorages()
  return told
}

/** Whose databases there are. */
async function storedUserIds(): Promise<number[]> {
  const names = await Dexie.getDatabaseNames()
  return names
    .filter((name) => name.startsWith(PERSONAL))
    .map((name) => Number(name.slice(PERSONAL.length)))
    .filter((id) => Number.isInteger(id))
}

/** The app's own files stay: they are everybody's, and without them nothing would open where there is no network. */
async function clearCaches(): Promise<void> {
  if (typeof caches === 'undefined') return
  const names = (await caches.keys()).filter((name) => !/-precache-|-former-|-parts$|-home-/.test(name))
  await Promise.all(names.map((name) => caches.delete(name)))
}

function clearStorages(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      ;(globalThis as { localStorage?: { clear(): void }; sessionStorage?: { clear(): void } })[name]?.clear()
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  }
}

import { Dexie } from 'dexie'
import { isPending } from '#data/database/outboxEntry.ts'
import { type OutboxEntry, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { openPersonalDatabase } from '#data/database/personalDatabase.ts'
import { personalDatabaseName } from '#data/database/personalName.ts'
import { deleteStored, undoRegistrations } from './deleteStored.ts'
import { signOut } from './signOut.ts'

/** Data that exists only on this device and would be lost. */
export interface UnsyncedData {
  /** The user's pending and failed entries, in order. */
  changes: OutboxEntry[]
  /** Number of pending entries that other users left for their next sign-in. */
  others: number
}

const PERSONAL = personalDatabaseName(0).slice(0, -1)

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
 * preferences, registrations at the browser. Returns false when the server was not reached.
 */
export async function clearDevice(): Promise<boolean> {
  const users = await storedUserIds()
  const isRevoked = await signOut({ keepData: false })
  await undoRegistrations('onClearDevice', users)
  await deleteStored('onClearDevice', users)
  return isRevoked
}

/** Ids of the users with a database on this device. */
async function storedUserIds(): Promise<number[]> {
  const names = await Dexie.getDatabaseNames()
  return names
    .filter((name) => name.startsWith(PERSONAL))
    .map((name) => Number(name.slice(PERSONAL.length)))
    .filter((id) => Number.isInteger(id))
}

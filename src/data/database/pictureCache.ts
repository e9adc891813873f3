import { Dexie } from 'dexie'
import { PICTURE_CACHE } from '#data/platform/cacheNames.ts'
import type { DatabaseName } from '#data/platform/inventory.ts'

/** Workbox's record of cached pictures. Their URLs reveal which titles the user looked at. */
export const EXPIRATION_DATABASE = 'workbox-expiration' satisfies DatabaseName

/** Deletes the cached pictures and Workbox's record of them. */
export async function clearPictures(): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(PICTURE_CACHE)
  if (!(await Dexie.exists(EXPIRATION_DATABASE))) return
  // Cleared instead of deleted: the worker keeps the database open, which would block the deletion.
  const notes = await new Dexie(EXPIRATION_DATABASE).open()
  await Promise.all(notes.tables.map((table) => table.clear()))
  notes.close()
}

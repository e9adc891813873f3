import { Dexie } from 'dexie'
import { PACK_CACHE, PICTURE_CACHE } from '#data/platform/cacheNames.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import type { DatabaseName } from '#data/platform/inventory.ts'

/** Workbox's record of cached pictures. Their URLs reveal which titles the user looked at. */
export const EXPIRATION_DATABASE = 'workbox-expiration' satisfies DatabaseName

/** Deletes what a full device loses first: the cached pictures, including those of the offline pack. Needs no database. */
export async function freePictureSpace(): Promise<void> {
  if (typeof caches === 'undefined') return
  for (const name of [PICTURE_CACHE, PACK_CACHE]) await caches.delete(name).catch(ignoring(...STORAGE_ERRORS))
}

/** Deletes the cached pictures and Workbox's record of them. */
export async function clearPictures(): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(PICTURE_CACHE)
  if (!(await Dexie.exists(EXPIRATION_DATABASE))) return
  // Cleared instead of deleted: the worker keeps the database open, which would block the deletion.
  const notes = await new Dexie(EXPIRATION_DATABASE).open()
  await Promise.all(notes.tables.map((table) => table.clear()))
  notes.close()
}

import { Dexie } from 'dexie'
import { PICTURE_CACHE } from '#data/platform/cacheNames.ts'

/** Where the worker notes which pictures it keeps, and since when: their addresses say what somebody has looked at. */
const EXPIRATION_DATABASE = 'workbox-expiration'

/** Nothing says any more which pictures were looked at here. */
export async function clearPictures(): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(PICTURE_CACHE)
  if (!(await Dexie.exists(EXPIRATION_DATABASE))) return
  // Emptied and not deleted: the worker holds it open, and would be waited for.
  const notes = await new Dexie(EXPIRATION_DATABASE).open()
  await Promise.all(notes.tables.map((table) => table.clear()))
  notes.close()
}

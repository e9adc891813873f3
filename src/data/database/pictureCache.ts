import { Dexie } from 'dexie'
import { MEDIA_CACHE } from './eviction.ts'

/** Where the worker notes which pictures it keeps, and since when: their addresses say what somebody has looked at. */
const NOTES = 'workbox-expiration'

/** Nothing says any more which pictures were looked at here. */
export async function forgetPictures(): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(MEDIA_CACHE)
  if (!(await Dexie.exists(NOTES))) return
  // Emptied and not deleted: the worker holds it open, and would be waited for.
  const notes = await new Dexie(NOTES).open()
  await Promise.all(notes.tables.map((table) => table.clear()))
  notes.close()
}

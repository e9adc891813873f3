import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import type { EvictableTable } from '#data/platform/inventory.ts'
import { deviceDatabase } from './deviceDatabase.ts'
import { freePictureSpace } from './pictureCache.ts'

/**
 * Most rows of each table that the inventory lists for eviction, far above what a user opens in 30 days. One title page
 * stores three or four answers. Only the inventory's type is imported: the first load needs no other part.
 */
export const MAX_ROWS: Record<EvictableTable, number> = {
  answers: 10_000,
  titles: 10_000,
  cards: 20_000,
  people: 20_000,
}

/**
 * Frees space on a full device: deletes the pictures, then the older half of the cached content. Personal data and the
 * pages of the offline pack stay.
 */
export async function freeSpace() {
  await freePictureSpace()
  for (const name of Object.keys(MAX_ROWS)) {
    const table = deviceDatabase.table(name)
    const half = Math.ceil((await table.count()) / 2)
    await table
      .orderBy('at')
      .limit(half)
      .delete()
      .catch(ignoring(...STORAGE_ERRORS))
  }
}

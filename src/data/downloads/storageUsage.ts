import type { Table } from 'dexie'
import { device } from '#data/database/device.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { clearPictures } from '#data/database/pictureCache.ts'
import { DOWNLOAD_CACHE_PREFIX, PICTURE_CACHE } from '#data/platform/cacheNames.ts'
import { clearDownloads, downloadsSize } from './downloads.ts'

/**
 * What of this device's storage is taken by what. `app`: its own files; `pictures`: posters and stills; `seen`: pages of
 * the catalogue; `mine`: one's lists and changes; `downloads`: films.
 */
export const STORAGE_KINDS = ['downloads', 'pictures', 'seen', 'mine', 'app'] as const
export type StorageKind = (typeof STORAGE_KINDS)[number]

/** Kinds that can be fetched again; the app itself stays, and one's own goes with the device's clearing only. */
export type Clearable = 'downloads' | 'pictures' | 'seen'

/** So many rows tell how large those of a table are. */
const SAMPLE = 40
/** A picture whose answer does not say its size, in bytes. */
const PICTURE = 20_000

/** Bytes by kind, about: nobody tells how much a database really takes. */
export async function storageUsage(): Promise<Record<StorageKind, number>> {
  const [caches, seen, mine, downloads] = await Promise.all([
    cacheSizes(),
    seenTables().then(sizeOf),
    mineSize(),
    downloadsSize(),
  ])
  return { ...caches, seen, mine, downloads }
}

/** Forgets everything of a kind; it comes again with the next look, where there is a network. */
export async function clearKind(kind: Clearable): Promise<void> {
  if (kind === 'downloads') await clearDownloads()
  else if (kind === 'pictures') await clearPictures()
  else await Promise.all((await seenTables()).map((table) => table.clear()))
}

async function seenTables(): Promise<Table[]> {
  const { titles, answers, cards, people, searches } = await device()
  return [titles, answers, cards, people, searches]
}

async function mineSize(): Promise<number> {
  const database = await personalDatabaseIfSignedIn()
  return database ? sizeOf(database.tables) : 0
}

async function sizeOf(tables: Table[]): Promise<number> {
  const sizes = await Promise.all(
    tables.map(async (table) => {
      const [count, rows] = await Promise.all([table.count(), table.limit(SAMPLE).toArray()])
      const sample = new Blob([JSON.stringify(rows)]).size
      return rows.length === 0 ? 0 : Math.round((sample / rows.length) * count)
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function cacheSizes(): Promise<Record<'app' | 'pictures', number>> {
  const sizes = { app: 0, pictures: 0 }
  if (typeof caches === 'undefined') return sizes
  for (const name of await caches.keys()) {
    if (name.startsWith(DOWNLOAD_CACHE_PREFIX)) continue
    const kind = name === PICTURE_CACHE ? 'pictures' : 'app'
    sizes[kind] += await cacheSize(name, kind)
  }
  return sizes
}

async function cacheSize(name: string, kind: 'app' | 'pictures'): Promise<number> {
  const answers = await (await caches.open(name)).matchAll()
  const sizes = answers.map(async (answer) => {
    const told = Number(answer.headers.get('Content-Length'))
    // What was packed on its way lies here unpacked.
    if (kind === 'app') return (await answer.blob()).size
    return told > 0 ? told : PICTURE
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

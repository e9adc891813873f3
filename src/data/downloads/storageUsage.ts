import type { Table } from 'dexie'
import { device } from '#data/database/device.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { clearPictures } from '#data/database/pictureCache.ts'
import { cacheGroupOf, SEEN_TABLES } from '#data/platform/inventory.ts'
import { clearDownloads, downloadsSize } from './downloads.ts'

/**
 * Kinds of stored data. `app`: the app's files; `pictures`: posters and stills; `seen`: cached pages of the catalogue;
 * `mine`: the user's lists and outbox; `downloads`: videos.
 */
export const STORAGE_KINDS = ['downloads', 'pictures', 'seen', 'mine', 'app'] as const
export type StorageKind = (typeof STORAGE_KINDS)[number]

/** Kinds that can be fetched again. The app's files stay; the user's data is deleted only with the whole device. */
export type Clearable = 'downloads' | 'pictures' | 'seen'

/** Rows per table that the size estimate samples. */
const SAMPLE_ROWS = 40
/** Assumed size of a picture without `Content-Length`, in bytes. */
const PICTURE_SIZE = 20_000

/** Estimates the bytes per kind. Browsers do not report the real size of a database. */
export async function storageUsage(): Promise<Record<StorageKind, number>> {
  const [caches, seen, mine, downloads] = await Promise.all([
    cacheSizes(),
    cachedTables().then(sizeOf),
    mineSize(),
    downloadsSize(),
  ])
  return { ...caches, seen, mine, downloads }
}

/** Deletes all data of a kind. It is fetched again when needed. */
export async function clearKind(kind: Clearable): Promise<void> {
  if (kind === 'downloads') await clearDownloads()
  else if (kind === 'pictures') await clearPictures()
  else await Promise.all((await cachedTables()).map((table) => table.clear()))
}

async function cachedTables(): Promise<Table[]> {
  const database = await device()
  return SEEN_TABLES.map((name): Table => database[name])
}

async function mineSize(): Promise<number> {
  const database = await personalDatabaseIfSignedIn()
  return database ? sizeOf(database.tables) : 0
}

async function sizeOf(tables: Table[]): Promise<number> {
  const sizes = await Promise.all(
    tables.map(async (table) => {
      const [count, rows] = await Promise.all([table.count(), table.limit(SAMPLE_ROWS).toArray()])
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
    const kind = cacheGroupOf(name)?.kind ?? 'app'
    if (kind === 'downloads' || kind === 'marker') continue
    sizes[kind] += await cacheSize(name, kind)
  }
  return sizes
}

async function cacheSize(name: string, kind: 'app' | 'pictures'): Promise<number> {
  const answers = await (await caches.open(name)).matchAll()
  const sizes = answers.map(async (answer) => {
    const contentLength = Number(answer.headers.get('Content-Length'))
    // `Content-Length` is the compressed size, but caches store the body decompressed.
    if (kind === 'app') return (await answer.blob()).size
    return contentLength > 0 ? contentLength : PICTURE_SIZE
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

import type { Table } from 'dexie'
import { device } from '#data/database/device.ts'
import { personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { clearPictures } from '#data/database/pictureCache.ts'
import { storageEstimate } from '#data/database/storageQuota.ts'
import { CACHES, DEVICE_TABLES, policyOf, type StorageKind } from '#data/platform/inventory.ts'
import { clearDownloads, downloadsSize } from './downloads.ts'

export type { StorageKind } from '#data/platform/inventory.ts'

/** In screen order. */
export const STORAGE_KINDS: readonly StorageKind[] = ['downloads', 'pack', 'pictures', 'seen', 'mine', 'app']

/** Kinds that can be fetched again. The app's files stay; the user's data is deleted only with the whole device. */
export type Clearable = 'downloads' | 'pictures' | 'seen'

/** Rows per table that the size estimate samples. */
const SAMPLE_ROWS = 15
/** Assumed size of a picture without `Content-Length`, in bytes. */
const PICTURE_SIZE = 20_000

/** Storage of this device, in bytes. */
export interface StorageReport {
  kinds: Record<StorageKind, number>
  /** Used by the browser itself beyond the kinds: indexes, scripts it has compiled, deleted data it still holds. */
  other: number
  /** The sum of the kinds and `other`. */
  used: number
  /** Undefined when the browser does not report it. */
  quota: number | undefined
  /** The browser does not evict this site. */
  persisted: boolean | undefined
}

/** Measures the storage in parts that add up to what the browser reports, or to more where estimates exceed its report. */
export async function storageReport(): Promise<StorageReport> {
  const [kinds, estimate] = await Promise.all([storageUsage(), storageEstimate()])
  const known = STORAGE_KINDS.reduce((sum, kind) => sum + kinds[kind], 0)
  const used = Math.max(known, estimate?.used ?? 0)
  return { kinds, other: used - known, used, quota: estimate?.quota, persisted: estimate?.persisted }
}

/** Estimates the bytes per kind. Browsers do not report the real size of a database. */
export async function storageUsage(): Promise<Record<StorageKind, number>> {
  const [caches, seen, pack, mine, downloads] = await Promise.all([
    cacheSizes(),
    tablesOf('seen').then(sizeOf),
    tablesOf('pack').then(sizeOf),
    mineSize(),
    downloadsSize(),
  ])
  return { ...caches, pack: caches.pack + pack, seen, mine, downloads }
}

/** Deletes all data of a kind. It is fetched again when needed. */
export async function clearKind(kind: Clearable): Promise<void> {
  if (kind === 'downloads') await clearDownloads()
  else if (kind === 'pictures') await clearPictures()
  else await Promise.all((await tablesOf('seen')).map((table) => table.clear()))
}

async function tablesOf(kind: StorageKind): Promise<Table[]> {
  const database = await device()
  return database.tables.filter(({ name }) => policyOf(DEVICE_TABLES, name)?.shownAs === kind)
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

async function cacheSizes(): Promise<Record<'app' | 'pictures' | 'pack', number>> {
  const sizes = { app: 0, pictures: 0, pack: 0 }
  if (typeof caches === 'undefined') return sizes
  for (const name of await caches.keys()) {
    const policy = policyOf(CACHES, name)
    const kind = policy ? policy.shownAs : 'app'
    if (kind === 'app' || kind === 'pictures' || kind === 'pack') sizes[kind] += await cacheSize(name, kind)
  }
  return sizes
}

async function cacheSize(name: string, kind: 'app' | 'pictures' | 'pack'): Promise<number> {
  const answers = await (await caches.open(name)).matchAll()
  const sizes = answers.map(async (answer) => {
    const contentLength = Number(answer.headers.get('Content-Length'))
    // `Content-Length` is the compressed size, but caches store the body decompressed.
    if (kind === 'app') return (await answer.blob()).size
    return contentLength > 0 ? contentLength : PICTURE_SIZE
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

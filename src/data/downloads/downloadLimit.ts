import * as v from 'valibot'
import { device } from '#data/database/device.ts'
import type { Download } from '#data/database/downloadRows.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { inQueueOrder } from './downloadQueue.ts'
import { RETRY } from './downloadRow.ts'

const KEY = 'downloadLimit'
const Limit = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Returns the user's limit for all downloads on this device, in bytes; undefined: none. */
export async function downloadLimit(): Promise<number | undefined> {
  const { meta } = await device()
  const stored = v.safeParse(Limit, (await meta.get(KEY).catch(ignoring(...STORAGE_ERRORS)))?.value)
  return stored.success ? stored.output : undefined
}

/** Stores the limit, in bytes; undefined removes it. A lower limit deletes nothing. */
export async function storeDownloadLimit(bytes: number | undefined): Promise<void> {
  const { meta } = await device()
  if (bytes === undefined) await meta.delete(KEY)
  else await meta.put({ key: KEY, value: bytes })
}

/**
 * Returns how many bytes the limit leaves for a download, undefined without a limit. Downloads that have not begun count with
 * their whole size. `except`: the download itself.
 */
export async function limitLeft(
  { keptVideos }: PersonalDatabase,
  { except }: { except?: number } = {},
): Promise<number | undefined> {
  const limit = await downloadLimit()
  if (limit === undefined) return undefined
  return spaceLeft(
    limit,
    (await keptVideos.toArray()).filter(({ fileId }) => fileId !== except),
  )
}

/**
 * Continues downloads that the limit stopped and that fit it now, in the order of the queue. The limit is in another database
 * than the downloads, so the tab that raised it may have died before it continued them.
 */
export async function retryWithinLimit(database: PersonalDatabase): Promise<void> {
  const { keptVideos } = database
  const stopped = keptVideos
    .where('state')
    .equals('stopped')
    .and(({ why }) => why === 'limit')
  if ((await stopped.count()) === 0) return
  const limit = await downloadLimit()
  await database.transaction('rw', keptVideos, async () => {
    for (const { fileId, size } of inQueueOrder(await stopped.toArray())) {
      const others = (await keptVideos.toArray()).filter((row) => row.fileId !== fileId)
      if (limit === undefined || spaceLeft(limit, others) >= size) await keptVideos.update(fileId, RETRY)
    }
  })
}

/** Returns how many bytes of a limit these downloads leave. */
export function spaceLeft(limit: number, downloads: readonly Download[]): number {
  return Math.max(0, limit - downloads.reduce((sum, row) => sum + expectedBytes(row), 0))
}

/** The space that a download takes or is going to take. A stopped one takes what it has. */
export function expectedBytes({ state, size, bytes }: Pick<Download, 'state' | 'size' | 'bytes'>): number {
  return state === 'wanted' || state === 'kept' ? Math.max(size, bytes) : bytes
}

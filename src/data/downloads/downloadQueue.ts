import type { Download, DownloadTarget } from '#data/database/downloadRows.ts'
import { durableWrite } from '#data/database/durableWrite.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { newDownload } from './downloadRow.ts'

/** A new download, which comes after all others also when the clock was set back or stands still. */
export function newLastDownload(file: DownloadTarget, rows: readonly Download[]): Download {
  const created = newDownload(file)
  return { ...created, createdAt: Math.max(created.createdAt, ...rows.map((row) => queuePlace(row) + 1)) }
}

/** Returns downloads in the order of the queue. */
export function inQueueOrder<Row extends Pick<Download, 'queuedAt' | 'createdAt'>>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => queuePlace(one) - queuePlace(other))
}

/** Time by which the queue is ordered. */
function queuePlace({ queuedAt, createdAt }: Pick<Download, 'queuedAt' | 'createdAt'>): number {
  return queuedAt ?? createdAt
}

/** Whether a download has a place in the queue. */
export function isQueued({ state }: Pick<Download, 'state'>): boolean {
  return state === 'wanted' || state === 'paused' || state === 'stopped'
}

/** Moves a download of the queue to the place of another one. Throws `SignedOut` and `NotStored`. */
export async function moveDownload(fileId: number, toPlaceOf: number): Promise<void> {
  const database = await personalDatabase()
  await durableWrite(database, () =>
    database.transaction('rw', database.keptVideos, async () => {
      const queue = inQueueOrder((await database.keptVideos.toArray()).filter(isQueued))
      const from = queue.findIndex((row) => row.fileId === fileId)
      const to = queue.findIndex((row) => row.fileId === toPlaceOf)
      const row = queue[from]
      if (!row || to < 0) return
      // The same places in another order, so that new downloads still come last.
      const places = queue.map(queuePlace)
      const moved = queue.toSpliced(from, 1).toSpliced(to, 0, row)
      let place = Number.NEGATIVE_INFINITY
      for (const [at, next] of moved.entries()) {
        place = Math.max(place + 1, places[at] ?? 0)
        if (queuePlace(next) !== place) await database.keptVideos.update(next.fileId, { queuedAt: place })
      }
    }),
  )
}

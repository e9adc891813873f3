import { v4 as uuid } from 'uuid'
import type { Download, DownloadTarget } from '#data/database/downloadRows.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { deleteSegments } from '#data/database/segmentCache.ts'
import { clock } from '#data/platform/clock.ts'
import { dropPartialSegments } from './partialSegments.ts'

/** The person has paused or deleted it, chosen another quality, or signed out: whoever is at it stops. */
export class NoLongerWanted extends Error {
  override name = 'NoLongerWanted'
}

/** Where the bytes of a row are. */
export function runOf({ userId }: PersonalDatabase, { fileId, run }: Pick<Download, 'fileId' | 'run'>) {
  return { userId, fileId, run }
}

/**
 * Writes news of a run down if that run is still wanted; else throws `NoLongerWanted`. The row decides and nothing that is in
 * memory: a pause, another tab and a deletion are all heard here.
 */
export async function updateWanted(
  database: PersonalDatabase,
  { fileId, run }: Pick<Download, 'fileId' | 'run'>,
  news: Partial<Download>,
): Promise<Download> {
  return database.transaction('rw', database.keptVideos, async () => {
    const row = await database.keptVideos.get(fileId)
    if (row?.run !== run || row.state !== 'wanted') throw new NoLongerWanted()
    const next = { ...row, ...news }
    await database.keptVideos.put(next)
    return next
  })
}

/** As `advance`, without news; what the browser fetches by itself is not ours to fetch either. */
export async function expectWanted(
  { keptVideos }: PersonalDatabase,
  { fileId, run }: Pick<Download, 'fileId' | 'run'>,
): Promise<void> {
  const row = await keptVideos.get(fileId)
  if (row?.run !== run || row.state !== 'wanted' || row.background !== undefined) throw new NoLongerWanted()
}

/** From the start: nothing of what is here fits together with what is to come. */
export async function restartDownload(
  database: PersonalDatabase,
  row: Download,
  news: Partial<Download>,
): Promise<Download> {
  const run = uuid()
  const next = await database.transaction('rw', database.keptVideos, database.keptPlans, async () => {
    const fresh = await updateWanted(database, row, { ...news, run, bytes: 0, outdated: false, background: undefined })
    await database.keptPlans.delete(row.run)
    return fresh
  })
  dropPartialSegments(row.run)
  await deleteSegments(runOf(database, row))
  return next
}

/** Takes the bytes of a row away, then the row; says so first, so that the next start goes on where this one ends. */
export async function removeDownload(database: PersonalDatabase, { fileId }: Pick<Download, 'fileId'>): Promise<void> {
  const { keptVideos, keptPlans } = database
  const row = await database.transaction('rw', keptVideos, async () => {
    await keptVideos.update(fileId, { state: 'leaving' })
    return keptVideos.get(fileId)
  })
  if (!row) return
  dropPartialSegments(row.run)
  await deleteSegments(runOf(database, row))
  await database.transaction('rw', keptVideos, keptPlans, async () => {
    const still = await keptVideos.get(fileId)
    // Wanted again meanwhile, under another run.
    if (still?.run === row.run && still.state === 'leaving') await keptVideos.delete(fileId)
    await keptPlans.delete(row.run)
  })
}

/** A wish as it is first written down. */
export function newDownload(file: DownloadTarget): Download {
  return {
    ...file,
    state: 'wanted',
    why: undefined,
    message: undefined,
    run: uuid(),
    watch: undefined,
    version: undefined,
    size: 0,
    bytes: 0,
    until: 0,
    askedAt: 0,
    attempts: 0,
    nextAt: 0,
    createdAt: clock.now(),
    outdated: false,
    background: undefined,
  }
}

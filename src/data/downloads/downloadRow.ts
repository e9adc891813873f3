import { v4 as uuid } from 'uuid'
import type { Download, DownloadTarget } from '#data/database/downloadRows.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { deleteSegments } from '#data/database/segmentCache.ts'
import { clock } from '#data/platform/clock.ts'
import { dropPartialSegments } from './partialSegments.ts'

/** The download was paused, deleted, replaced by another quality or removed by sign-out. Its fetcher stops. */
export class NoLongerWanted extends Error {
  override name = 'NoLongerWanted'
}

/** Returns the identity of a download's segment cache. */
export function runOf({ userId }: PersonalDatabase, { fileId, run }: Pick<Download, 'fileId' | 'run'>) {
  return { userId, fileId, run }
}

/**
 * Updates the row of a run if it is still wanted, otherwise throws `NoLongerWanted`. Checks the row in the same
 * transaction, so a pause or deletion in another tab takes effect.
 */
export async function updateWanted(
  database: PersonalDatabase,
  { fileId, run }: Pick<Download, 'fileId' | 'run'>,
  changes: Partial<Download>,
): Promise<Download> {
  return database.transaction('rw', database.keptVideos, async () => {
    const row = await database.keptVideos.get(fileId)
    if (row?.run !== run || row.state !== 'wanted') throw new NoLongerWanted()
    const next = { ...row, ...changes }
    await database.keptVideos.put(next)
    return next
  })
}

/** Throws `NoLongerWanted` if the run is not wanted any more or the browser fetches it in the background. */
export async function expectWanted(
  { keptVideos }: PersonalDatabase,
  { fileId, run }: Pick<Download, 'fileId' | 'run'>,
): Promise<void> {
  const row = await keptVideos.get(fileId)
  if (row?.run !== run || row.state !== 'wanted' || row.background !== undefined) throw new NoLongerWanted()
}

/** Starts a new run and deletes the segments of the previous one, which do not fit the new version. */
export async function restartDownload(
  database: PersonalDatabase,
  row: Download,
  changes: Partial<Download>,
): Promise<Download> {
  const run = uuid()
  const next = await database.transaction('rw', database.keptVideos, database.keptPlans, async () => {
    const fresh = await updateWanted(database, row, {
      ...changes,
      run,
      bytes: 0,
      outdated: false,
      background: undefined,
    })
    await database.keptPlans.delete(row.run)
    return fresh
  })
  dropPartialSegments(row.run)
  await deleteSegments(runOf(database, row))
  return next
}

/**
 * Deletes the segments of a run whose row is `leaving`, then the row. The next start completes an interrupted deletion. A
 * download that the user added again meanwhile is another run and stays. Downloads that found no space continue.
 */
export async function removeDownload(
  database: PersonalDatabase,
  { fileId, run }: Pick<Download, 'fileId' | 'run'>,
): Promise<void> {
  const { keptVideos, keptPlans } = database
  dropPartialSegments(run)
  await deleteSegments(runOf(database, { fileId, run }))
  await database.transaction('rw', keptVideos, keptPlans, async () => {
    const current = await keptVideos.get(fileId)
    if (current?.run === run && current.state === 'leaving') await keptVideos.delete(fileId)
    await keptPlans.delete(run)
    await retryStoppedForSpace(database)
  })
}

/** Changes of a row that let the next pass try again. */
export const RETRY = { state: 'wanted', why: undefined, message: undefined, attempts: 0, nextAt: 0 } as const

/** Continues downloads that found no space: some has become free. */
export async function retryStoppedForSpace({ keptVideos }: PersonalDatabase): Promise<void> {
  await keptVideos
    .where('state')
    .equals('stopped')
    .and(({ why }) => why === 'full' || why === 'limit')
    .modify(RETRY)
}

/** Creates the first row of a download. */
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

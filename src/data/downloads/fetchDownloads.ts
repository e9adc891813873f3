import type { Download, DownloadPlan, DownloadProblem } from '#data/database/downloadRows.ts'
import { type PersonalDatabase, personalDatabaseIfSignedIn } from '#data/database/personal.ts'
import { hasCacheStorage } from '#data/database/segmentCache.ts'
import { hasSpaceFor } from '#data/database/storageQuota.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { Truncated } from '#data/network/fetchFile.ts'
import { clock, isStillAhead } from '#data/platform/clock.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { withLock } from '#data/platform/lock.ts'
import { backoff, WAIT_MAX } from '#data/sync/classify.ts'
import { applySeriesRules } from './applySeriesRules.ts'
import { downloadConditions } from './conditions.ts'
import { limitLeft, retryWithinLimit } from './downloadLimit.ts'
import {
  chosenQuality,
  createPlan,
  DownloadDenied,
  type DownloadPermission,
  requestPermission,
} from './downloadPlan.ts'
import { inQueueOrder } from './downloadQueue.ts'
import { NoLongerWanted, removeDownload, restartDownload, updateWanted } from './downloadRow.ts'
import { FetchInterrupted, fetchSegments, isComplete, isQuotaExceeded, VersionChanged } from './fetchSegments.ts'
import { InvalidPlaylist } from './localPlaylist.ts'
import { dropOtherPartialSegments } from './partialSegments.ts'

/** Stops a download after this many consecutive passes without progress although the server answered. */
const FRUITLESS_PASSES_MAX = 8

/**
 * Applies the rules of series and fetches the wanted downloads one after the other, in the order of the queue. Any tab may
 * call it: a lock lets one tab work at a time. Two concurrent passes would still be harmless, as both write the same bytes
 * to the same cache. Fetches nothing under conditions that the user excluded. `loadPlayer` loads the player, which offline
 * playback needs. Returns the time of the next call (ms, device clock), or undefined if nothing is pending.
 */
export async function fetchDownloads(
  signal: AbortSignal,
  { loadPlayer }: { loadPlayer: () => Promise<void> },
): Promise<number | undefined> {
  const database = await personalDatabaseIfSignedIn()
  if (!database) return undefined
  return withLock(`parde-kept-${database.userId}`, signal, {
    run: (_, signal) => runPass(database, signal, loadPlayer),
    heartbeat: async () =>
      JSON.stringify((await wanted(database)).map(({ run, bytes, attempts }) => [run, bytes, attempts])),
  })
}

async function runPass(
  database: PersonalDatabase,
  signal: AbortSignal,
  loadPlayer: () => Promise<void>,
): Promise<number | undefined> {
  await retryWithinLimit(database)
  const rulesAt = await applySeriesRules(database, signal)
  for (;;) {
    signal.throwIfAborted()
    for (const row of await database.keptVideos.where('state').equals('leaving').toArray())
      await removeDownload(database, row)
    dropOtherPartialSegments((await database.keptVideos.toArray()).map(({ run }) => run))
    // The manager calls again when the conditions or their settings change.
    if ((await downloadConditions()).waitsFor) return rulesAt
    const rows = await wanted(database)
    const next = rows.find(({ nextAt }) => !isStillAhead(nextAt, WAIT_MAX))
    if (!next) return earliest([...rows.map(({ nextAt }) => nextAt), rulesAt])
    await fetchDownload(database, next, signal, loadPlayer)
  }
}

function earliest(times: (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

/** Returns wanted downloads in the order of the queue, without those that the browser fetches in the background. */
async function wanted({ keptVideos }: PersonalDatabase): Promise<Download[]> {
  const rows = await keptVideos.where('state').equals('wanted').toArray()
  return inQueueOrder(rows.filter(({ background }) => background === undefined))
}

async function fetchDownload(
  database: PersonalDatabase,
  row: Download,
  signal: AbortSignal,
  loadPlayer: () => Promise<void>,
): Promise<void> {
  let current = row
  try {
    if (!hasCacheStorage()) throw new DownloadDenied('unsupported')
    const prepared = await prepare(database, row, signal)
    current = prepared.row
    await fetchSegments({ database, ...prepared, signal })
    if (!(await isComplete(database, current, prepared.plan))) throw new Truncated('not whole')
    await loadPlayer()
    await updateWanted(database, current, { state: 'kept', bytes: current.size, why: undefined, message: undefined })
  } catch (failure) {
    if (signal.aborted) throw failure
    const fetchedCount = failure instanceof FetchInterrupted ? failure.fetchedCount : 0
    await recordFailure(database, current, failure instanceof FetchInterrupted ? failure.cause : failure, fetchedCount)
  }
}

/** Requests permission, updates the row and creates the plan. Deletes segments of another version. */
async function prepare(
  database: PersonalDatabase,
  row: Download,
  signal: AbortSignal,
): Promise<{ row: Download; plan: DownloadPlan; permission: DownloadPermission }> {
  const permission = await requestPermission(database, row, signal)
  const { watch, stream, until } = permission
  const { sizeBytes } = chosenQuality(stream, row.quality)
  const known = {
    watch: { ...watch, stream: null },
    version: stream.version,
    until,
    askedAt: clock.now(),
    size: sizeBytes,
  }
  const isOtherVersion = row.version !== undefined && row.version !== stream.version
  const current = await (isOtherVersion ? restartDownload(database, row, known) : updateWanted(database, row, known))
  if (!(await hasSpaceFor(current.size - current.bytes))) throw new DownloadDenied('full')
  const left = await limitLeft(database, { except: current.fileId })
  if (left !== undefined && left < current.size) throw new DownloadDenied('limit')
  const storedPlan = await database.keptPlans.get(current.run)
  if (storedPlan) return { row: current, plan: storedPlan, permission }
  const plan = await createPlan(database, current, permission, signal)
  await database.transaction('rw', database.keptVideos, database.keptPlans, async () => {
    await updateWanted(database, current, {})
    await database.keptPlans.put(plan)
  })
  return { row: current, plan, permission }
}

/** Updates the row after a pass that did not complete the download. `fetchedCount`: number of segments fetched. */
async function recordFailure(
  database: PersonalDatabase,
  row: Download,
  failure: unknown,
  fetchedCount: number,
): Promise<void> {
  const attempts = fetchedCount > 0 ? 1 : row.attempts + 1
  const retryAfter = (wait: number) => updateWanted(database, row, { attempts, nextAt: clock.now() + wait })
  const stop = (why: DownloadProblem, message?: string) =>
    updateWanted(database, row, { state: 'stopped', why, message, attempts: 0 })
  ignoring(
    ...EXPECTED_ERRORS,
    'NoLongerWanted',
    'VersionChanged',
    'DownloadDenied',
    'Truncated',
    'FileTooLarge',
    'InvalidPlaylist',
  )(failure)
  try {
    if (failure instanceof NoLongerWanted) return
    if (failure instanceof VersionChanged) await restartDownload(database, row, { version: undefined })
    else if (failure instanceof DownloadDenied)
      await stop(failure.why, failure.message === '' ? undefined : failure.message)
    else if (isQuotaExceeded(failure)) await stop('full')
    else if (failure instanceof Unreachable) await retryAfter(backoff(attempts))
    else if (failure instanceof Refused && (failure.status >= 500 || failure.status === 429 || failure.isForeign)) {
      await retryAfter(failure.retryAfter ?? backoff(attempts))
    } else if (attempts >= FRUITLESS_PASSES_MAX) await stop('broken')
    else if (isInvalidPlaylist(failure))
      await restartDownload(database, row, { attempts, nextAt: clock.now() + backoff(attempts) })
    else await retryAfter(backoff(attempts))
  } catch (updateFailure) {
    if (!(updateFailure instanceof NoLongerWanted)) throw updateFailure
  }
}

/** Whether the server sent data that is not a playable stream. */
function isInvalidPlaylist(failure: unknown): boolean {
  return failure instanceof InvalidPlaylist
}

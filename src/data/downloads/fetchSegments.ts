import { type Download, type DownloadPlan, MASTER_PLAYLIST } from '#data/database/downloadRows.ts'
import { freeSpace } from '#data/database/eviction.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { deleteSegments, hasCacheStorage, putSegment, segmentNames } from '#data/database/segmentCache.ts'
import { Refused } from '#data/network/failures.ts'
import { fetchFile, Truncated } from '#data/network/fetchFile.ts'
import { anySignal } from '#data/platform/anySignal.ts'
import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { type DownloadPermission, requestPermission, segmentUrl } from './downloadPlan.ts'
import { expectWanted, runOf, updateWanted } from './downloadRow.ts'
import { dropPartialSegment, partialSegment } from './partialSegments.ts'

/** Parallel segment requests: the network stays busy while a segment is written to the cache. */
const MAX_PARALLEL = 3
/** Attempts for a truncated segment within one pass; afterwards the download backs off. */
const TRUNCATIONS_MAX = 3
/** Minimum interval between progress updates of the row, in ms. */
const PROGRESS_INTERVAL = 500
/** No segment is larger than the whole download, whose size is an estimate, by more than this, in bytes. */
const SIZE_TOLERANCE = 16_000_000

/** The server has another version of the file; stored segments belong to the old one. */
export class VersionChanged extends Error {
  override name = 'VersionChanged'
}

interface Fetching {
  database: PersonalDatabase
  row: Download
  plan: DownloadPlan
  permission: DownloadPermission
  signal: AbortSignal
}

/**
 * Fetches the missing segments of a plan. A segment is complete in the cache before the row counts it and is never
 * requested again, so a crash costs only requests in flight. Returns the number of fetched segments. Throws
 * `FetchInterrupted` with the first failure as its cause.
 */
export async function fetchSegments({ database, row, plan, permission, signal }: Fetching): Promise<number> {
  const run = runOf(database, row)
  const stored = await segmentNames(run)
  const missing = plan.pieces.filter(({ name }) => !stored.has(name))
  const failed = new AbortController()
  const stop = anySignal(signal, failed.signal)
  let currentPermission = Promise.resolve(permission)
  let fetchedCount = 0
  // A crash may have lost the last progress update. An empty cache means 0.
  let bytes = stored.size === 0 ? 0 : row.bytes
  let bytesInFlight = 0
  let shownAt = performance.now()

  async function showProgress(isLast = false) {
    if (!isLast && performance.now() - shownAt < PROGRESS_INTERVAL) return
    shownAt = performance.now()
    await updateWanted(database, row, { bytes: Math.min(bytes + bytesInFlight, row.size || Number.POSITIVE_INFINITY) })
  }

  /** Renews the links once for all lanes that found them expired. Throws `VersionChanged` if the file changed. */
  function renewPermission(old: DownloadPermission): Promise<DownloadPermission> {
    currentPermission = currentPermission.then(async (current) => {
      if (current !== old) return current
      const fresh = await requestPermission(database, row, stop)
      if (fresh.stream.version !== row.version) throw new VersionChanged()
      return fresh
    })
    return currentPermission
  }

  async function fetchOne({ name, from }: DownloadPlan['pieces'][number]) {
    const part = partialSegment(row.run, name)
    const onBytes = (count: number) => {
      bytesInFlight += count
    }
    for (let truncations = 0, renewals = 0; ; ) {
      const current = await currentPermission
      const before = part.received
      try {
        const {
          bytes: body,
          size,
          type,
        } = await fetchFile(segmentUrl(from, current), {
          partial: part,
          maxBytes: row.size + SIZE_TOLERANCE,
          signal: stop,
          onBytes,
        })
        await storeSegment(name, body, type, size)
        dropPartialSegment(row.run, name)
        bytes += size
        bytesInFlight = Math.max(0, bytesInFlight - size)
        fetchedCount++
        return
      } catch (failure) {
        if (failure instanceof Truncated && ++truncations < TRUNCATIONS_MAX) continue
        // The link has expired or its target is gone; a new link shows which.
        const isGone = failure instanceof Refused && !failure.isForeign && [401, 403, 404, 410].includes(failure.status)
        if (isGone && renewals++ < 1) {
          await renewPermission(current)
          continue
        }
        if (part.received === 0 || part.received < before) dropPartialSegment(row.run, name)
        throw failure
      }
    }
  }

  async function storeSegment(name: string, body: BodyInit, type: string, size: number) {
    try {
      await putSegment(run, name, body, type, size)
    } catch (failure) {
      if (!isQuotaExceeded(failure)) throw failure
      await freeSpace().catch(ignoring(...STORAGE_ERRORS))
      await putSegment(run, name, body, type, size)
    }
  }

  async function lane() {
    for (let segment = missing.shift(); segment; segment = missing.shift()) {
      stop.throwIfAborted()
      await expectWanted(database, row)
      await fetchOne(segment)
      await showProgress()
    }
  }

  const lanes = Array.from({ length: MAX_PARALLEL }, () =>
    lane().catch((failure: unknown) => {
      // The first failure is the reason; it aborts the other lanes.
      if (!failed.signal.aborted) failed.abort(failure)
      throw failure
    }),
  )
  const timer = setInterval(() => void showProgress().catch((failure) => failed.abort(failure)), PROGRESS_INTERVAL)
  await Promise.allSettled(lanes)
  clearInterval(timer)
  bytesInFlight = 0
  try {
    await showProgress(true)
  } catch (failure) {
    await dropIfGone(database, row)
    throw failure
  }
  if (failed.signal.aborted) throw new FetchInterrupted(failed.signal.reason, fetchedCount)
  signal.throwIfAborted()
  return fetchedCount
}

/** A pass ended early: its cause, and the number of segments fetched before. */
export class FetchInterrupted extends Error {
  override name = 'FetchInterrupted'
  constructor(
    override readonly cause: unknown,
    readonly fetchedCount: number,
  ) {
    super('interrupted')
  }
}

/** Returns the segments of a plan that are not in the cache. */
export async function missingSegments(
  database: PersonalDatabase,
  row: Download,
  plan: DownloadPlan,
): Promise<DownloadPlan['pieces']> {
  const stored = await segmentNames(runOf(database, row))
  return plan.pieces.filter(({ name }) => !stored.has(name))
}

/** Whether the cache has all segments and playlists of a plan. */
export async function isComplete(database: PersonalDatabase, row: Download, plan: DownloadPlan): Promise<boolean> {
  const stored = await segmentNames(runOf(database, row))
  return plan.pieces.every(({ name }) => stored.has(name)) && stored.has(MASTER_PLAYLIST)
}

/** Deletes segments that were written after the row was deleted. */
export async function dropIfGone(database: PersonalDatabase, row: Download) {
  const current = await database.keptVideos.get(row.fileId).catch(ignoring(...STORAGE_ERRORS))
  if (current?.run !== row.run && hasCacheStorage())
    await deleteSegments(runOf(database, row)).catch(ignoring(...STORAGE_ERRORS))
}

export function isQuotaExceeded(failure: unknown): boolean {
  return (failure as Partial<Error> | undefined)?.name === 'QuotaExceededError'
}

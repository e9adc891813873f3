import { type Download, type DownloadPlan, MASTER_PLAYLIST } from '#data/database/downloadRows.ts'
import { freeSpace } from '#data/database/eviction.ts'
import type { PersonalDatabase } from '#data/database/personal.ts'
import { deleteSegments, hasCacheStorage, putSegment, segmentNames } from '#data/database/segmentCache.ts'
import { Refused } from '#data/network/failures.ts'
import { fetchFile, Truncated } from '#data/network/fetchFile.ts'
import { anySignal } from '#data/platform/anySignal.ts'
import { type DownloadPermission, requestPermission, segmentUrl } from './downloadPlan.ts'
import { expectWanted, runOf, updateWanted } from './downloadRow.ts'
import { dropPartialSegment, partialSegment } from './partialSegments.ts'

/** Parallel segment requests: the network stays busy while a segment is written to the cache. */
const MAX_PARALLEL = 3
/** Attempts for a truncated segment within one pass; afterwards the download backs off. */
const CUTS_MAX = 3
/** Minimum interval between progress updates of the row, in ms. */
const SHOW_EVERY = 500

/** The server has another version of the file; stored segments belong to the old one. */
export class VersionChanged extends Error {
  override name = 'Changed'
}

interface Fetching {
  database: PersonalDatabase
  row: Download
  plan: DownloadPlan
  leave: DownloadPermission
  signal: AbortSignal
}

/**
 * Fetches the missing segments of a plan. A segment is complete in the cache before the row counts it and is never
 * requested again, so a crash costs only requests in flight. Returns the number of fetched segments. Throws
 * `FetchInterrupted` with the first failure as its cause.
 */
export async function fetchSegments({ database, row, plan, leave, signal }: Fetching): Promise<number> {
  const place = runOf(database, row)
  const here = await segmentNames(place)
  const missing = plan.pieces.filter(({ name }) => !here.has(name))
  const broken = new AbortController()
  const stop = anySignal(signal, broken.signal)
  let link = Promise.resolve(leave)
  let came = 0
  // A crash may have lost the last progress update. An empty cache means 0.
  let bytes = here.size === 0 ? 0 : row.bytes
  let arriving = 0
  let shownAt = performance.now()

  async function show(isLast = false) {
    if (!isLast && performance.now() - shownAt < SHOW_EVERY) return
    shownAt = performance.now()
    await updateWanted(database, row, { bytes: Math.min(bytes + arriving, row.size || Number.POSITIVE_INFINITY) })
  }

  /** Renews the links once for all lanes that found them expired. Throws `VersionChanged` if the file changed. */
  function renewed(old: DownloadPermission): Promise<DownloadPermission> {
    link = link.then(async (current) => {
      if (current !== old) return current
      const fresh = await requestPermission(database, row, stop)
      if (fresh.stream.version !== row.version) throw new VersionChanged()
      return fresh
    })
    return link
  }

  async function fetchOne({ name, from }: DownloadPlan['pieces'][number]) {
    const part = partialSegment(row.run, name)
    const onBytes = (count: number) => {
      arriving += count
    }
    for (let cuts = 0, renewals = 0; ; ) {
      const current = await link
      const before = part.received
      try {
        const {
          bytes: body,
          size,
          type,
        } = await fetchFile(segmentUrl(from, current), {
          begun: part,
          signal: stop,
          onBytes,
        })
        await put(name, body, type, size)
        dropPartialSegment(row.run, name)
        bytes += size
        arriving = Math.max(0, arriving - size)
        came++
        return
      } catch (failure) {
        if (failure instanceof Truncated && ++cuts < CUTS_MAX) continue
        // The link has expired or its target is gone; a new link shows which.
        const isGone = failure instanceof Refused && !failure.isForeign && [401, 403, 404, 410].includes(failure.status)
        if (isGone && renewals++ < 1) {
          await renewed(current)
          continue
        }
        if (part.received === 0 || part.received < before) dropPartialSegment(row.run, name)
        throw failure
      }
    }
  }

  async function put(name: string, body: BodyInit, type: string, size: number) {
    try {
      await putSegment(place, name, body, type, size)
    } catch (failure) {
      if (!isQuotaExceeded(failure)) throw failure
      await freeSpace().catch(() => undefined)
      await putSegment(place, name, body, type, size)
    }
  }

  async function lane() {
    for (let piece = missing.shift(); piece; piece = missing.shift()) {
      stop.throwIfAborted()
      await expectWanted(database, row)
      await fetchOne(piece)
      await show()
    }
  }

  const lanes = Array.from({ length: MAX_PARALLEL }, () =>
    lane().catch((failure: unknown) => {
      // The first failure is the reason; it aborts the other lanes.
      if (!broken.signal.aborted) broken.abort(failure)
      throw failure
    }),
  )
  const timer = setInterval(() => void show().catch((failure) => broken.abort(failure)), SHOW_EVERY)
  await Promise.allSettled(lanes)
  clearInterval(timer)
  arriving = 0
  try {
    await show(true)
  } catch (failure) {
    await dropIfGone(database, row)
    throw failure
  }
  if (broken.signal.aborted) throw new FetchInterrupted(broken.signal.reason, came)
  signal.throwIfAborted()
  return came
}

/** A pass ended early: its cause, and the number of segments fetched before. */
export class FetchInterrupted extends Error {
  override name = 'Halted'
  constructor(
    override readonly cause: unknown,
    readonly came: number,
  ) {
    super('halted')
  }
}

/** Returns the segments of a plan that are not in the cache. */
export async function missingSegments(
  database: PersonalDatabase,
  row: Download,
  plan: DownloadPlan,
): Promise<DownloadPlan['pieces']> {
  const here = await segmentNames(runOf(database, row))
  return plan.pieces.filter(({ name }) => !here.has(name))
}

/** Whether the cache has all segments and playlists of a plan. */
export async function isComplete(database: PersonalDatabase, row: Download, plan: DownloadPlan): Promise<boolean> {
  const here = await segmentNames(runOf(database, row))
  return plan.pieces.every(({ name }) => here.has(name)) && here.has(MASTER_PLAYLIST)
}

/** Deletes segments that were written after the row was deleted. */
async function dropIfGone(database: PersonalDatabase, row: Download) {
  const still = await database.keptVideos.get(row.fileId).catch(() => undefined)
  if (still?.run !== row.run && hasCacheStorage()) await deleteSegments(runOf(database, row)).catch(() => undefined)
}

export function isQuotaExceeded(failure: unknown): boolean {
  return (failure as Partial<Error> | undefined)?.name === 'QuotaExceededError'
}

import type { DownloadProblem } from '#data/database/downloadRows.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { STORAGE_RESERVE, storageEstimate } from '#data/database/storageQuota.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { DownloadDenied, type PermissionRequest, requestPermission } from './downloadPlan.ts'
import { checkPermissions } from './permissionCheck.ts'

/**
 * Qualities of a file that can be downloaded, and free space in bytes (undefined if the browser does not report it).
 */
export type DownloadOffer =
  | {
      state: 'offered'
      /** The requested file, or the best file of the requested title. */
      fileId: number
      qualities: { quality: string; height: number; sizeBytes: number }[]
      free: number | undefined
      /** Playable until, in ms of the server's clock. */
      until: number
    }
  | { state: 'denied'; why: DownloadProblem; message: string | undefined }
  | { state: 'offline' }

/**
 * Asks the server which qualities of a file, episode or film (`fileId`) can be downloaded. Throws failures that are
 * neither a refusal nor a missing network.
 */
export async function downloadOffer(request: PermissionRequest, signal: AbortSignal): Promise<DownloadOffer> {
  const database = await personalDatabase()
  try {
    const { stream, until, watch } = await requestPermission(database, request, signal)
    const use = await storageEstimate()
    const free = use && Math.max(0, use.quota - use.used - STORAGE_RESERVE)
    const qualities = stream.qualities.toSorted((one, other) => other.height - one.height)
    return { state: 'offered', fileId: watch.fileId, qualities, free, until }
  } catch (failure) {
    if (failure instanceof DownloadDenied) {
      return { state: 'denied', why: failure.why, message: failure.message === '' ? undefined : failure.message }
    }
    if (failure instanceof Unreachable || (failure instanceof Refused && failure.isForeign)) return { state: 'offline' }
    throw failure
  }
}

/** Checks the permissions of all downloads now. Throws `Unreachable` without a network. */
export async function recheckPermissions(): Promise<void> {
  await checkPermissions(await personalDatabase(), { force: true, signal: new AbortController().signal })
}

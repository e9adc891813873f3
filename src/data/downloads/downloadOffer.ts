import type { TitleCard } from '#contract/titleCards.ts'
import type { DownloadProblem } from '#data/database/downloadRows.ts'
import { personalDatabase } from '#data/database/personal.ts'
import { STORAGE_RESERVE, storageEstimate } from '#data/database/storageQuota.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { DownloadDenied, requestPermission } from './downloadPlan.ts'
import { checkPermissions } from './permissionCheck.ts'

/** What can be kept of a file: the qualities with their sizes, and the room there is (bytes; nothing where nobody tells). */
export type DownloadOffer =
  | {
      state: 'offered'
      /** the file that is kept: the asked one, or the best of what was asked for */
      fileId: number
      qualities: { quality: string; height: number; sizeBytes: number }[]
      free: number | undefined
      /** ms of the server's clock */
      until: number
    }
  | { state: 'denied'; why: DownloadProblem; message: string | undefined }
  | { state: 'offline' }

/** Asks what can be kept of a file, an episode or a film (`id`), before anything is. Throws what is neither a yes nor a no. */
export async function downloadOffer(title: TitleCard, id: number, signal: AbortSignal): Promise<DownloadOffer> {
  const database = await personalDatabase()
  try {
    const { stream, until, watch } = await requestPermission(database, { title, fileId: id }, signal)
    const use = await storageEstimate().catch(() => undefined)
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

/** Asks at once whether what is kept may still be played. Throws when nobody answers. */
export async function recheckPermissions(): Promise<void> {
  await checkPermissions(await personalDatabase(), { force: true, signal: new AbortController().signal })
}

import type { File } from '#contract/files.ts'
import { apiBaseNow } from '#data/network/apiBase.ts'
import { Refused, Unreachable } from '#data/network/failures.ts'
import { requestIdOf } from '#data/react/readHooks.ts'
import { copy } from '#parts/actions/share.ts'
import { filesText } from '#text/files.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/**
 * Calls `act` with valid links, renewed when they may have expired. Shows a snackbar when the links cannot be loaded.
 */
export async function shareFile(files: Promise<File[]>, act: (files: File[]) => unknown): Promise<void> {
  try {
    const ready = (await files).filter(({ download }) => download !== null)
    if (ready.length > 0) await act(ready)
    else showSnackbar({ text: filesText.linkGone, tone: 'warning' })
  } catch (failure) {
    if (!(failure instanceof Unreachable) && !(failure instanceof Refused)) throw failure
    const isSilent = failure instanceof Unreachable
    const text = isSilent ? filesText.offlineLinks : failure.message || filesText.linkGone
    showSnackbar({ text, tone: 'warning', requestId: requestIdOf(failure) })
  }
}

/** The absolute URL of a download. */
export function addressOf({ download }: File): string {
  return download === null ? '' : new URL(download, `${apiBaseNow()}/`).href
}

/** Copies download URLs, one per line, the format that download managers accept. */
export function copyDownloadLinks(files: File[]): Promise<void> {
  const copied = files.length === 1 ? filesText.copied : filesText.copiedMany(files.length)
  return copy(files.map(addressOf).join('\n'), { copied, refused: filesText.notCopied })
}

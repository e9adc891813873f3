import { useEffect, useRef } from 'react'
import type { OutboxEntry } from '#data/database/personal.ts'
import { appText } from '#text/app.ts'
import { changeWords, syncText } from '#text/sync.ts'
import { dismissSnackbar, showSnackbar } from '#ui/feedback/snackbar.ts'

/** Why a mutation failed: the server's message or the default one (docs/specification.md, section 8). */
export function failureReason({ lastError }: Pick<OutboxEntry, 'lastError'>): string {
  return lastError && lastError.message !== '' ? lastError.message : appText.failed
}

/**
 * Shows a snackbar once for each mutation that fails during the visit; `show` opens its details. Shows none while the
 * details are open (`isShown`).
 */
export function useFailureNotices(failed: OutboxEntry[] | undefined, isShown: boolean, show: () => void) {
  const known = useRef<Set<number>>(undefined)
  const notice = useRef<number>(undefined)
  useEffect(() => {
    if (isShown && notice.current !== undefined) dismissSnackbar(notice.current)
  }, [isShown])
  useEffect(() => {
    if (!failed) {
      known.current = undefined
      return
    }
    const before = known.current
    known.current = new Set(failed.map(({ seq }) => seq))
    // Mutations that failed before the page was loaded appear in the sync button only.
    const fresh = before ? failed.filter(({ seq }) => !before.has(seq)) : []
    const last = fresh.at(-1)
    if (!last || isShown) return
    notice.current = showSnackbar({
      text: syncText.failedNotice(changeWords(last), failureReason(last)),
      tone: 'warning',
      action: { label: syncText.show, act: show },
    })
  }, [failed, isShown, show])
}

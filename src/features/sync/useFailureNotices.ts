import { useEffect, useRef } from 'react'
import type { OutboxEntry } from '#data/database/personal.ts'
import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { appText } from '#text/app.ts'
import { syncText } from '#text/sync.ts'
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
    async function notify(entry: OutboxEntry) {
      // Rarely needed, so not part of the first scripts.
      const { changeWords } = await import('#text/changes.ts')
      notice.current = showSnackbar({
        text: syncText.failedNotice(changeWords(entry), failureReason(entry)),
        tone: 'warning',
        action: { label: syncText.show, act: show },
      })
    }
    notify(last).catch(ignoring(...EXPECTED_ERRORS))
  }, [failed, isShown, show])
}

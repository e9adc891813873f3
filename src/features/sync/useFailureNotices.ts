import { useEffect, useRef } from 'react'
import type { OutboxEntry } from '#data/database/personal.ts'
import { appText } from '#text/app.ts'
import { changeWords, syncText } from '#text/sync.ts'
import { dismissSnackbar, showSnackbar } from '#ui/feedback/snackbar.ts'

/** Why a change failed: the server's sentence, or the default one (specification, section 8). */
export function reasonOf({ lastError }: Pick<OutboxEntry, 'lastError'>): string {
  return lastError && lastError.message !== '' ? lastError.message : appText.failed
}

/**
 * Tells the person, once, of each change that fails while they are here; `show` leads to what can be done about it.
 * While that is `isShown` there is nothing to tell.
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
    // What had failed before the page started is shown by the button alone.
    const fresh = before ? failed.filter(({ seq }) => !before.has(seq)) : []
    const last = fresh.at(-1)
    if (!last || isShown) return
    notice.current = showSnackbar({
      text: syncText.failedNotice(changeWords(last), reasonOf(last)),
      tone: 'warning',
      action: { label: syncText.show, act: show },
    })
  }, [failed, isShown, show])
}

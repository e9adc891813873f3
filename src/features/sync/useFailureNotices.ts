import { useEffect, useRef } from 'react'
import type { Entry } from '#data/personal.ts'
import { appText } from '#text/app.ts'
import { changeWords, syncText } from '#text/sync.ts'
import { notify } from '#ui/notice.ts'

/** Why a change failed: the server's sentence, or the default one (specification, section 8). */
export function reasonOf({ lastError }: Pick<Entry, 'lastError'>): string {
  return lastError && lastError.message !== '' ? lastError.message : appText.failed
}

/** Tells the person, once, of each change that fails while they are here; `show` leads to what can be done about it. */
export function useFailureNotices(failed: Entry[] | undefined, show: () => void) {
  const told = useRef<Set<number>>(undefined)
  useEffect(() => {
    if (!failed) {
      told.current = undefined
      return
    }
    const seen = told.current
    told.current = new Set(failed.map(({ seq }) => seq))
    // What had failed before the page started is shown by the button alone.
    const fresh = seen ? failed.filter(({ seq }) => !seen.has(seq)) : []
    const last = fresh.at(-1)
    if (!last) return
    notify({
      text: syncText.failedNotice(changeWords(last), reasonOf(last)),
      tone: 'warning',
      action: { label: syncText.show, act: show },
    })
  }, [failed, show])
}

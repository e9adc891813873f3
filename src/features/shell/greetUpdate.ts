import { appText } from '#text/app.ts'
import { notify } from '#ui/notice.ts'

/** Left behind by the page that reloaded itself for a new version (`app/registerWorker.ts`). */
const FLAG = 'parde-updated'

/** Says once, after the reload, that a new version is here (product page, section 1). */
export function greetUpdate() {
  try {
    if (sessionStorage.getItem(FLAG) === null) return
    sessionStorage.removeItem(FLAG)
  } catch {
    // No storage, no reload that left a word.
    return
  }
  notify({ text: appText.updated })
}

import { takeUpdateNote } from '#data/platform/updateNotice.ts'
import { appText } from '#text/app.ts'
import { notify } from '#ui/feedback/snackbar.ts'

/** Says once, after the reload, that a new version is here (product page, section 1). */
export function greetUpdate() {
  if (takeUpdateNote()) notify({ text: appText.updated })
}

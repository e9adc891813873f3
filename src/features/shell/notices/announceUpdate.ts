import { takeUpdateNotice } from '#data/platform/updateNotice.ts'
import { appText } from '#text/app.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** Says once, after the reload, that a new version is here (product page, section 1). */
export function announceUpdate() {
  if (takeUpdateNotice()) showSnackbar({ text: appText.updated })
}

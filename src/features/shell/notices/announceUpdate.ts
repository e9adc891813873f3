import { takeUpdateNotice } from '#data/platform/updateNotice.ts'
import { appText } from '#text/app.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** Announces a new version once after the reload (docs/product.md#shell). */
export function announceUpdate() {
  if (takeUpdateNotice()) showSnackbar({ text: appText.updated })
}

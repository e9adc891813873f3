import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { downloadsText } from '#text/downloads.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** Runs a user action and shows a snackbar when the device fails to carry it out. */
export async function notifyIfFailed(act: () => Promise<void>, done?: string): Promise<void> {
  try {
    await act()
    if (done !== undefined) showSnackbar({ text: done })
  } catch (failure) {
    ignoring(...EXPECTED_ERRORS)(failure)
    showSnackbar({ text: downloadsText.notDone, tone: 'warning' })
  }
}

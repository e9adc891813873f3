import { EXPECTED_ERRORS, ignoring } from '#data/platform/ignoring.ts'
import { syncText } from '#text/sync.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** Runs a user action and shows a snackbar when the device fails to carry it out. */
export async function notifyIfFailed(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (failure) {
    ignoring(...EXPECTED_ERRORS)(failure)
    showSnackbar({ text: syncText.notDone, tone: 'warning' })
  }
}

import { downloadsText } from '#text/downloads.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** Carries out what the person tapped; what the device could not do is said. */
export async function notifyIfFailed(act: () => Promise<void>, done?: string): Promise<void> {
  try {
    await act()
    if (done !== undefined) showSnackbar({ text: done })
  } catch {
    showSnackbar({ text: downloadsText.notDone, tone: 'warning' })
  }
}

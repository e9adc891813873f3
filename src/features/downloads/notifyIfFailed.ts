import { downloadsText } from '#text/downloads.ts'
import { notify } from '#ui/feedback/snackbar.ts'

/** Carries out what the person tapped; what the device could not do is said. */
export async function attempt(act: () => Promise<void>, done?: string): Promise<void> {
  try {
    await act()
    if (done !== undefined) notify({ text: done })
  } catch {
    notify({ text: downloadsText.notDone, tone: 'warning' })
  }
}

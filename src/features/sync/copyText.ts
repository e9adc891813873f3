import { ignoring, STORAGE_ERRORS } from '#data/platform/ignoring.ts'
import { syncText } from '#text/sync.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** Copies a text and shows a snackbar with the result. `done`: the text on success. */
export async function copyText(text: string | Promise<string>, done: string = syncText.copied): Promise<void> {
  const isDone = await Promise.resolve(text)
    .then((ready) => navigator.clipboard.writeText(ready))
    // TypeError: without a secure context there is no clipboard.
    .then(() => true, ignoring(...STORAGE_ERRORS, 'NotAllowedError', 'TypeError'))
  showSnackbar(isDone ? { text: done } : { text: syncText.notDone, tone: 'warning' })
}

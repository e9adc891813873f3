import { syncText } from '#text/sync.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** Puts a text on the clipboard and says whether it got there. `done`: the words for that. */
export async function copyText(text: string | Promise<string>, done: string = syncText.copied): Promise<void> {
  const isDone = await Promise.resolve(text)
    .then((ready) => navigator.clipboard.writeText(ready))
    .then(
      () => true,
      () => false,
    )
  showSnackbar(isDone ? { text: done } : { text: syncText.notDone, tone: 'warning' })
}

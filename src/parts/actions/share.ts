import { ignoring } from '#data/platform/ignoring.ts'
import { titlesText } from '#text/titles.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** Shares a page with the Web Share API, or copies its address. */
export async function share(page: { title: string; url: string }) {
  if (typeof navigator.share === 'function' && navigator.canShare?.(page) !== false) {
    try {
      await navigator.share(page)
      return
    } catch (failure) {
      // The user closed the share sheet.
      if (failure instanceof DOMException && failure.name === 'AbortError') return
    }
  }
  await copy(page.url, { copied: titlesText.linkCopied, refused: titlesText.notCopied })
}

/** Copies a text and reports the result in a snackbar. */
export async function copy(text: string, words: { copied: string; refused: string }) {
  try {
    await navigator.clipboard.writeText(text)
    showSnackbar({ text: words.copied })
  } catch (failure) {
    // Denied, or the page is not focused. Older browsers have no clipboard on http: a TypeError.
    ignoring('NotAllowedError', 'SecurityError', 'TypeError')(failure)
    showSnackbar({ text: words.refused, tone: 'warning' })
  }
}

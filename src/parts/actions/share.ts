import { titlesText } from '#text/titles.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'

/** Hands a page on by what the device offers for it, or copies its address. */
export async function share(page: { title: string; url: string }) {
  if (typeof navigator.share === 'function' && navigator.canShare?.(page) !== false) {
    try {
      await navigator.share(page)
      return
    } catch (failure) {
      // Closed without choosing anything: that is an answer.
      if (failure instanceof DOMException && failure.name === 'AbortError') return
    }
  }
  await copy(page.url, { copied: titlesText.linkCopied, refused: titlesText.notCopied })
}

/** Copies a text, and says how it went. */
export async function copy(text: string, words: { copied: string; refused: string }) {
  try {
    await navigator.clipboard.writeText(text)
    showSnackbar({ text: words.copied })
  } catch {
    showSnackbar({ text: words.refused, tone: 'warning' })
  }
}

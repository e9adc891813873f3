import { titlesText } from '#text/titles.ts'
import { buttonClass } from '#ui/Button.tsx'
import { ShareIcon } from '#ui/icons.tsx'
import { notify } from '#ui/notice.ts'
import styles from './ShareButton.module.css'

/** Hands the page on by what the device offers for it, or copies its address. */
export function ShareButton({ title }: { title: string }) {
  return (
    <button type="button" className={buttonClass('quiet')} onClick={() => void share({ title, url: location.href })}>
      <ShareIcon size={20} />
      <span className={styles.words}>{titlesText.share}</span>
    </button>
  )
}

async function share(page: { title: string; url: string }) {
  if (typeof navigator.share === 'function' && navigator.canShare?.(page) !== false) {
    try {
      await navigator.share(page)
      return
    } catch (failure) {
      // Closed without choosing anything: that is an answer.
      if (failure instanceof DOMException && failure.name === 'AbortError') return
    }
  }
  try {
    await navigator.clipboard.writeText(page.url)
    notify({ text: titlesText.linkCopied })
  } catch {
    notify({ text: titlesText.notCopied, tone: 'warning' })
  }
}

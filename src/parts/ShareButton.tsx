import { titlesText } from '#text/titles.ts'
import { Button } from '#ui/Button.tsx'
import { ShareIcon } from '#ui/icons.tsx'
import { notify } from '#ui/notice.ts'

/** Hands the page on by what the device offers for it, or copies its address. */
export function ShareButton({ title }: { title: string }) {
  return (
    <Button onClick={() => void share({ title, url: location.href })}>
      <ShareIcon size={20} />
      {titlesText.share}
    </Button>
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

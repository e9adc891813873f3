import { titlesText } from '#text/titles.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { ShareIcon } from '#ui/icons/icons.tsx'
import { share } from './share.ts'

/** Shares the page with the Web Share API, or copies its address. */
export function ShareButton({ title }: { title: string }) {
  return (
    <button
      type="button"
      className={buttonClass('quiet')}
      title={titlesText.share}
      onClick={() => void share({ title, url: location.href })}
    >
      <ShareIcon size={20} />
      <span className="sr-only">{titlesText.share}</span>
    </button>
  )
}

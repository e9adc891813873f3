import { titlesText } from '#text/titles.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { ShareIcon } from '#ui/icons/icons.tsx'
import styles from './ShareButton.module.css'
import { share } from './share.ts'

/** Shares the page with the Web Share API, or copies its address. */
export function ShareButton({ title }: { title: string }) {
  return (
    <button type="button" className={buttonClass('quiet')} onClick={() => void share({ title, url: location.href })}>
      <ShareIcon size={20} />
      <span className={styles.text}>{titlesText.share}</span>
    </button>
  )
}

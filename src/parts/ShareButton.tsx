import { titlesText } from '#text/titles.ts'
import { buttonClass } from '#ui/Button.tsx'
import { ShareIcon } from '#ui/icons.tsx'
import { share } from './handOn.ts'
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

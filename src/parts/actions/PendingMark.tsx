import { titlesText } from '#text/titles.ts'
import { ClockIcon } from '#ui/icons/icons.tsx'
import styles from './PendingMark.module.css'

/** Clock icon for a mutation that the server has not confirmed yet. `withText` shows the label beside the icon. */
export function PendingMark({ withText = false }: { withText?: boolean }) {
  return (
    <span className={styles.mark} title={titlesText.pending}>
      <ClockIcon size={14} />
      <span className={withText ? undefined : 'sr-only'}>{titlesText.pending}</span>
    </span>
  )
}

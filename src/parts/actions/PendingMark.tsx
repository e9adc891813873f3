import { titlesText } from '#text/titles.ts'
import { ClockIcon } from '#ui/icons/icons.tsx'
import styles from './PendingMark.module.css'

/** A change that has not reached the server yet: a small clock, with its words where there is room. */
export function PendingMark({ words = false }: { words?: boolean }) {
  return (
    <span className={styles.mark} title={titlesText.pending}>
      <ClockIcon size={14} />
      <span className={words ? undefined : 'sr-only'}>{titlesText.pending}</span>
    </span>
  )
}

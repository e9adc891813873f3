import { type ReactNode, useId } from 'react'
import styles from './ToggleButton.module.css'

/** `words` with its label beside the icon, `round` the icon alone, `onPicture` alone and readable on a picture. */
export type ToggleLook = 'words' | 'round' | 'onPicture'

/** Something a person switches on and off. Its name stays the same: `pressed` says how it stands. */
export function ToggleButton({
  label,
  icon,
  pressed,
  look = 'words',
  figure,
  mark,
  describedBy,
  onClick,
}: {
  label: string
  icon: ReactNode
  pressed: boolean
  look?: ToggleLook
  /** How many did the same: words for the screen and for those who listen. */
  figure?: { shown: string; said: string } | undefined
  /** Stands on the icon's corner. */
  mark?: ReactNode
  /** Id of what this is about. */
  describedBy?: string | undefined
  onClick: () => void
}) {
  const figureId = useId()
  const markId = useId()
  return (
    <button
      type="button"
      className={`${styles.toggle} ${styles[look]}`}
      aria-pressed={pressed}
      aria-label={label}
      aria-describedby={
        [describedBy, figure && figureId, mark !== undefined && markId].filter(Boolean).join(' ') || undefined
      }
      onClick={onClick}
    >
      <span className={styles.icon}>
        {icon}
        {mark !== undefined && (
          <span id={markId} className={styles.mark}>
            {mark}
          </span>
        )}
      </span>
      {look === 'words' && <span>{label}</span>}
      {figure && (
        <>
          <span className={styles.figure} aria-hidden="true">
            {figure.shown}
          </span>
          <span id={figureId} hidden>
            {figure.said}
          </span>
        </>
      )}
    </button>
  )
}

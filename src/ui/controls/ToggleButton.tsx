import { type ReactNode, useId } from 'react'
import styles from './ToggleButton.module.css'

/** `words`: icon with label. `round`: icon only. `onPicture`: icon only, readable on a picture. */
export type ToggleLook = 'words' | 'round' | 'onPicture'

/** A toggle button. Its name never changes; `pressed` tells its state. */
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
  /** A count, as shown and as read by screen readers. */
  figure?: { shown: string; said: string } | undefined
  /** Shown on the icon's corner. */
  mark?: ReactNode
  /** Id of the element that the button is about. */
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

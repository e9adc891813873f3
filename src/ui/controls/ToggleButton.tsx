import { type ReactNode, useId } from 'react'
import styles from './ToggleButton.module.css'

/** `words`: icon with label. `square` and `round`: icon only. `disc`: icon only, readable on other content. */
export type ToggleLook = 'words' | 'square' | 'round' | 'disc'

/**
 * A toggle button. Its name never changes; `pressed` tells its state. While that is unknown screen readers hear a plain
 * button, not one that is off.
 */
export function ToggleButton({
  label,
  pressedText,
  icon,
  pressed,
  look = 'words',
  count,
  badge,
  describedBy,
  onClick,
}: {
  label: string
  /** Shown in place of the label while pressed, with the look `words`. The name stays the label. */
  pressedText?: string | undefined
  icon: ReactNode
  pressed: boolean | undefined
  look?: ToggleLook
  /** A count, as shown and as read by screen readers. */
  count?: { text: string; label: string } | undefined
  /** Shown on the icon's corner. */
  badge?: ReactNode
  /** Id of the element that the button is about. */
  describedBy?: string | undefined
  onClick: () => void
}) {
  const countId = useId()
  const badgeId = useId()
  return (
    <button
      type="button"
      className={`${styles.toggle} ${styles[look]}`}
      aria-pressed={pressed}
      aria-label={label}
      title={look === 'square' ? label : undefined}
      aria-describedby={
        [describedBy, count && countId, badge !== undefined && badgeId].filter(Boolean).join(' ') || undefined
      }
      onClick={onClick}
    >
      <span className={styles.icon}>
        {icon}
        {badge !== undefined && (
          <span id={badgeId} className={styles.badge}>
            {badge}
          </span>
        )}
      </span>
      {look === 'words' && <span>{pressed === true && pressedText !== undefined ? pressedText : label}</span>}
      {count && (
        <>
          <span className={styles.count} aria-hidden="true">
            {count.text}
          </span>
          <span id={countId} hidden>
            {count.label}
          </span>
        </>
      )}
    </button>
  )
}

import { type ReactNode, useId } from 'react'
import styles from './Switch.module.css'

/**
 * A switch that takes effect at once, with a label and an optional note. `busy`: the change is running and further
 * clicks are ignored.
 */
export function Switch({
  label,
  note,
  checked,
  busy = false,
  onChange,
}: {
  label: ReactNode
  note?: ReactNode
  checked: boolean
  busy?: boolean
  onChange: (checked: boolean) => void
}) {
  const noteId = useId()
  return (
    <div className={styles.field}>
      <label className={styles.text}>
        <span>{label}</span>
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          aria-describedby={note === undefined ? undefined : noteId}
          aria-busy={busy || undefined}
          checked={checked}
          aria-checked={checked}
          onChange={({ target }) => {
            if (!busy) onChange(target.checked)
          }}
        />
      </label>
      {note !== undefined && (
        <p id={noteId} className={styles.note}>
          {note}
        </p>
      )}
    </div>
  )
}

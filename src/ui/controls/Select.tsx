import { DownIcon } from '#ui/icons/icons.tsx'
import styles from './Select.module.css'

/** Native select, because every phone has its own good picker. The label is visible to screen readers only. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <span className={styles.select}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options[event.target.selectedIndex]
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <span className={styles.arrow}>
        <DownIcon size={18} />
      </span>
    </span>
  )
}

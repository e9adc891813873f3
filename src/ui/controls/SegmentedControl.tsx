import { type ReactNode, useId } from 'react'
import styles from './SegmentedControl.module.css'

/**
 * A few options, all visible. Options with an `icon` show it instead of their label; screen readers still read the
 * label.
 */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}) {
  const name = useId()
  const isIcons = options.some(({ icon }) => icon !== undefined)
  return (
    <fieldset className={`${styles.control} ${isIcons ? styles.icons : ''}`}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={styles.option}
          title={option.icon === undefined ? undefined : option.label}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          <span className={option.icon === undefined ? undefined : 'sr-only'}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

import { type ReactNode, useId } from 'react'
import styles from './Options.module.css'

/** One of a few ways to see the film, as chips under a name. */
export function Options<Value extends string | number>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: Value; label: ReactNode }[]
  value: Value | undefined
  onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.options}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.chips}>
        {options.map((option) => (
          <label key={option.value} className={styles.chip}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './Options.module.css'

/**
 * One of a few ways to see the film, as chips under a name. `inLine`: however many there are, in one line that is pushed
 * sideways, with the chosen one in sight from the start.
 */
export function Options<Value extends string | number>({
  label,
  options,
  value,
  inLine = false,
  onChange,
}: {
  label: string
  options: readonly { value: Value; label: ReactNode }[]
  value: Value | undefined
  inLine?: boolean
  onChange: (value: Value) => void
}) {
  const name = useId()
  const line = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const chosen = line.current?.querySelector('input:checked')?.parentElement
    // Not `scrollIntoView`: the page around stays where it is.
    if (inLine && line.current && chosen)
      line.current.scrollLeft = chosen.offsetLeft - (line.current.clientWidth - chosen.offsetWidth) / 2
  }, [inLine])
  return (
    <fieldset className={styles.options}>
      <legend className={inLine ? 'sr-only' : styles.label}>{label}</legend>
      <div ref={line} className={styles.chips} data-line={inLine || undefined}>
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

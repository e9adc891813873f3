import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './Options.module.css'

/**
 * Player options as chips under a label. `inLine`: one line that scrolls horizontally, with the chosen chip in view.
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
    // Not `scrollIntoView`, which would scroll the page too.
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

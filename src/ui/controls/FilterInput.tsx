import { CloseIcon, SearchIcon } from '#ui/icons/icons.tsx'
import styles from './FilterInput.module.css'

/** Filters the list on screen as the user types. */
export function FilterInput({
  label,
  clearLabel,
  value,
  onChange,
}: {
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <div className={styles.field}>
      <SearchIcon size={20} />
      <input
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label={clearLabel}
          onClick={(event) => {
            onChange('')
            event.currentTarget.parentElement?.querySelector('input')?.focus()
          }}
        >
          <CloseIcon size={18} />
        </button>
      )}
    </div>
  )
}

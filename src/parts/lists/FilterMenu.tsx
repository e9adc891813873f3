import { Link, type LinkProps } from '@tanstack/react-router'
import { type MouseEvent, type ToggleEvent, useId, useRef, useState } from 'react'
import { EXACT } from '#parts/navigation/links.ts'
import { CheckIcon, DownIcon } from '#ui/icons/icons.tsx'
import bar from './FilterBar.module.css'
import styles from './FilterMenu.module.css'

export interface FilterOption {
  key: string
  text: string
  link: LinkProps
  isSelected: boolean
}

/**
 * A chip that opens a list of links: a dropdown on desktop, a bottom sheet on phones. The popover API provides the top
 * layer, keyboard handling and focus return.
 */
export function FilterMenu({
  label,
  selected,
  isDefault = selected === undefined,
  options,
  columns = false,
}: {
  label: string
  /** Text of the selected option; undefined shows the label alone. */
  selected: string | undefined
  /** No particular option is selected. */
  isDefault?: boolean
  options: FilterOption[]
  columns?: boolean
}) {
  const id = useId()
  const chip = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)

  function position(event: ToggleEvent<HTMLDivElement>) {
    setOpen(event.newState === 'open')
    const box = chip.current?.getBoundingClientRect()
    if (event.newState !== 'open' || !box) return
    const { style } = event.currentTarget
    style.setProperty('--block', `${box.bottom + scrollY + 8}px`)
    style.setProperty('--inline', `${document.documentElement.clientWidth - box.right}px`)
  }
  function close(event: MouseEvent<HTMLElement>) {
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover?.()
  }

  return (
    <>
      <button
        ref={chip}
        type="button"
        className={bar.chip}
        popoverTarget={id}
        aria-expanded={isOpen}
        data-selected={isDefault ? undefined : ''}
      >
        <span>
          <span className={selected === undefined ? undefined : 'sr-only'}>{label}</span> {selected}
        </span>
        <DownIcon size={18} />
      </button>
      <div id={id} popover="auto" className={styles.menu} onBeforeToggle={position}>
        <p className={styles.label} aria-hidden="true">
          {label}
        </p>
        <ul className={`${styles.options} ${columns ? styles.columns : ''}`} aria-label={label}>
          {isOpen &&
            options.map(({ key, text, link, isSelected }) => (
              <li key={key}>
                <Link
                  {...link}
                  activeOptions={EXACT}
                  className={styles.option}
                  aria-current={isSelected ? 'true' : undefined}
                  onClick={close}
                >
                  {text}
                  {isSelected && <CheckIcon size={18} />}
                </Link>
              </li>
            ))}
        </ul>
      </div>
    </>
  )
}

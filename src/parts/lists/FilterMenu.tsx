import { Link, type LinkProps } from '@tanstack/react-router'
import { type MouseEvent, type ToggleEvent, useId, useRef, useState } from 'react'
import { EXACT } from '#parts/navigation/links.ts'
import { CheckIcon, DownIcon } from '#ui/icons/icons.tsx'
import bar from './FilterBar.module.css'
import styles from './FilterMenu.module.css'

export interface FilterOption {
  key: string
  words: string
  link: LinkProps
  isChosen: boolean
}

/**
 * A chip that opens a list of links: a dropdown on desktop, a bottom sheet on phones. The popover API provides the top
 * layer, keyboard handling and focus return.
 */
export function FilterMenu({
  label,
  chosen,
  isUsual = chosen === undefined,
  choices,
  columns = false,
}: {
  label: string
  /** Text of the selected option; undefined shows the label alone. */
  chosen: string | undefined
  /** No particular option is selected. */
  isUsual?: boolean
  choices: FilterOption[]
  columns?: boolean
}) {
  const id = useId()
  const chip = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)

  function place(event: ToggleEvent<HTMLDivElement>) {
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
        data-chosen={isUsual ? undefined : ''}
      >
        <span>
          <span className={chosen === undefined ? undefined : 'sr-only'}>{label}</span> {chosen}
        </span>
        <DownIcon size={18} />
      </button>
      <div id={id} popover="auto" className={styles.menu} onBeforeToggle={place}>
        <p className={styles.label} aria-hidden="true">
          {label}
        </p>
        <ul className={`${styles.options} ${columns ? styles.columns : ''}`} aria-label={label}>
          {isOpen &&
            choices.map(({ key, words, link, isChosen }) => (
              <li key={key}>
                <Link
                  {...link}
                  activeOptions={EXACT}
                  className={styles.option}
                  aria-current={isChosen ? 'true' : undefined}
                  onClick={close}
                >
                  {words}
                  {isChosen && <CheckIcon size={18} />}
                </Link>
              </li>
            ))}
        </ul>
      </div>
    </>
  )
}

import { useEffect, useRef, useState } from 'react'
import menu from '#parts/lists/FilterMenu.module.css'
import icon from '#ui/controls/IconButton.module.css'
import { MoreIcon } from '#ui/icons/icons.tsx'
import styles from './ActionMenu.module.css'

interface MenuAction {
  key: string
  text: string
  act: () => void
  /** Shows the next choice in the open menu. */
  keepsOpen?: boolean
}

/**
 * A button with three dots that opens a list of actions: a dropdown on desktop, a bottom sheet on phones. The popover API
 * provides the top layer, closing with Escape or a tap outside, and focus return.
 */
export function ActionMenu({
  label,
  heading = label,
  actions,
  onClose,
  className = '',
}: {
  /** Accessible name of the button. */
  label: string
  /** Shown above the actions on phones, and everywhere if it differs from the label. */
  heading?: string | undefined
  actions: MenuAction[]
  onClose?: () => void
  className?: string | undefined
}) {
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  // The pointerdown of a click on the button closes the popover, and the click would open it again.
  const wasOpen = useRef(false)
  const [isOpen, setOpen] = useState(false)
  const firstKey = actions[0]?.key

  useEffect(() => {
    const [element, box] = [popover.current, button.current?.getBoundingClientRect()]
    if (!isOpen || !element || !box) return
    element.style.setProperty('--block', `${box.bottom + scrollY}px`)
    element.style.setProperty('--inline', `${Math.max(8, box.left)}px`)
    element.showPopover?.()
  }, [isOpen])
  useEffect(() => {
    if (isOpen && firstKey !== undefined) popover.current?.querySelector('button')?.focus()
  }, [isOpen, firstKey])

  function close() {
    popover.current?.hidePopover?.()
    setOpen(false)
    onClose?.()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${icon.icon} ${className}`}
        aria-label={label}
        aria-expanded={isOpen}
        onPointerDown={() => {
          wasOpen.current = isOpen
        }}
        onClick={() => {
          if (isOpen || wasOpen.current) close()
          else setOpen(true)
          wasOpen.current = false
        }}
      >
        <MoreIcon size={20} />
      </button>
      {isOpen && (
        <div
          ref={popover}
          popover="auto"
          className={`${menu.menu} ${styles.menu}`}
          onToggle={({ newState }) => newState === 'closed' && close()}
        >
          <p className={heading === label ? menu.label : styles.heading} aria-hidden="true">
            {heading}
          </p>
          <ul aria-label={heading}>
            {actions.map(({ key, text, act, keepsOpen = false }) => (
              <li key={key}>
                <button
                  type="button"
                  className={`${menu.option} ${styles.action}`}
                  onClick={() => {
                    if (!keepsOpen) close()
                    act()
                  }}
                >
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

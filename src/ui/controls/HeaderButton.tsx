import type { ComponentProps, ReactNode } from 'react'
import styles from './HeaderButton.module.css'

/** Round icon button of the header. */
export function HeaderButton({
  label,
  icon,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'className' | 'type' | 'aria-label'> & {
  label: string
  icon: ReactNode
  /** Overlays such as a badge. */
  children?: ReactNode
}) {
  return (
    <button {...rest} type="button" className={styles.button} aria-label={label} title={label}>
      {icon}
      {children}
    </button>
  )
}

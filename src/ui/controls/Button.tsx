import type { ComponentProps } from 'react'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import styles from './Button.module.css'

/** `solid` is the one thing to do on a screen, `quiet` the others, `plain` the way out, `danger` what cannot be taken back. */
export type ButtonLook = 'solid' | 'quiet' | 'plain' | 'danger'

/** The look of a button, for links as well. */
export function buttonClass(look: ButtonLook = 'quiet', { wide = false } = {}): string {
  return [styles.button, styles[look], wide ? styles.wide : ''].filter(Boolean).join(' ')
}

/**
 * A button with words. While `busy` names what is being done it turns a ring, says those words to screen readers and
 * does nothing; it keeps its place and the focus.
 */
export function Button({
  look = 'quiet',
  wide = false,
  busy,
  type = 'button',
  children,
  onClick,
  ...rest
}: Omit<ComponentProps<'button'>, 'className' | 'disabled'> & {
  look?: ButtonLook
  wide?: boolean
  busy?: string | undefined
}) {
  const isBusy = busy !== undefined
  return (
    <button
      {...rest}
      type={isBusy ? 'button' : type}
      className={`${buttonClass(look, { wide })} ${isBusy ? styles.busy : ''}`}
      aria-disabled={isBusy || undefined}
      aria-label={busy ?? rest['aria-label']}
      onClick={isBusy ? undefined : onClick}
    >
      <span>{children}</span>
      {isBusy && (
        <span className={styles.ring}>
          <Spinner />
        </span>
      )}
    </button>
  )
}

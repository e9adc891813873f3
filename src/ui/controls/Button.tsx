import type { ComponentProps } from 'react'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import styles from './Button.module.css'

/**
 * `solid`: the main action of a screen. `quiet`: other actions. `plain`: cancel and secondary links. `danger`: cannot
 * be undone.
 */
export type ButtonLook = 'solid' | 'quiet' | 'plain' | 'danger'

/** Button classes, for links too. */
export function buttonClass(look: ButtonLook = 'quiet', { wide = false } = {}): string {
  return [styles.button, styles[look], wide ? styles.wide : ''].filter(Boolean).join(' ')
}

/**
 * A button with text. While `busy` names the running action, the button shows a spinner, announces `busy` to screen
 * readers and ignores clicks. It keeps its size and the focus.
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

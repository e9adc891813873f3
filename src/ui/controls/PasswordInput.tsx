import { type ComponentProps, useState } from 'react'
import { accountText } from '#text/account.ts'
import { EyeIcon, EyeOffIcon } from '#ui/icons/icons.tsx'
import styles from './TextInput.module.css'
import { TextInput } from './TextInput.tsx'

/** Password field with a button that reveals the password, and a hint when the Persian keyboard layout is active. */
export function PasswordInput({
  hint,
  ...rest
}: Omit<ComponentProps<typeof TextInput>, 'type' | 'ltr' | 'end' | 'inputMode' | 'spellCheck'>) {
  const [shown, setShown] = useState(false)
  const isPersian = typeof rest.value === 'string' && /\p{Script=Arabic}/u.test(rest.value)
  const keyboard = isPersian ? accountText.persianKeyboard : undefined
  return (
    <TextInput
      {...rest}
      ltr
      type={shown ? 'text' : 'password'}
      hint={hint ?? keyboard}
      end={
        <button
          type="button"
          className={styles.reveal}
          aria-label={shown ? accountText.hidePassword : accountText.showPassword}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </button>
      }
    />
  )
}

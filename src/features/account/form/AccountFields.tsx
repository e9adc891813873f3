import type { ReactNode } from 'react'
import { accountText } from '#text/account.ts'
import { Button } from '#ui/controls/Button.tsx'
import { FormAlert } from '#ui/controls/FormAlert.tsx'
import { TextInput } from '#ui/controls/TextInput.tsx'
import type { AccountForm } from './useAccountForm.ts'

interface Props {
  form: Pick<AccountForm, 'alert' | 'sending' | 'submit'>
  words: { submit: string; sending: string }
  /** what is to be known before anything is typed */
  notice?: ReactNode
  children: ReactNode
}

/** A form about an account: what is wrong with all of it, its fields, and the button that sends it. */
export function AccountFields({ form: { alert, sending, submit }, words, notice, children }: Props) {
  return (
    <form onSubmit={submit} noValidate>
      {notice}
      {alert !== undefined && <FormAlert>{alert}</FormAlert>}
      {children}
      <Button look="solid" wide type="submit" busy={sending ? words.sending : undefined}>
        {words.submit}
      </Button>
    </form>
  )
}

/** The address of an account: `username` for who has one, which is how keepers of passwords know it. */
export function EmailField({
  field,
  autoComplete = 'username',
  enterKeyHint = 'next',
}: Pick<AccountForm, 'field'> & { autoComplete?: 'username' | 'email'; enterKeyHint?: 'next' | 'send' }) {
  return (
    <TextInput
      {...field('email')}
      label={accountText.email}
      ltr
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      enterKeyHint={enterKeyHint}
    />
  )
}

import type { ReactNode } from 'react'
import { accountText } from '#text/account.ts'
import { Button } from '#ui/controls/Button.tsx'
import { FormAlert } from '#ui/controls/FormAlert.tsx'
import { TextInput } from '#ui/controls/TextInput.tsx'
import type { AccountForm } from './useAccountForm.ts'

interface Props {
  form: Pick<AccountForm, 'alert' | 'requestId' | 'sending' | 'submit'>
  texts: { submit: string; sending: string }
  look?: 'solid' | 'danger'
  /** shown above the fields, before any input */
  notice?: ReactNode
  children: ReactNode
}

/** The body of an account form: its general error, the fields and the submit button. */
export function AccountFields({
  form: { alert, requestId, sending, submit },
  texts,
  look = 'solid',
  notice,
  children,
}: Props) {
  return (
    <form onSubmit={submit} noValidate>
      {notice}
      {alert !== undefined && <FormAlert requestId={requestId}>{alert}</FormAlert>}
      {children}
      <Button look={look} wide type="submit" busy={sending ? texts.sending : undefined}>
        {texts.submit}
      </Button>
    </form>
  )
}

/** The e-mail field. `username` is its autocomplete value for existing accounts, which password managers expect. */
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

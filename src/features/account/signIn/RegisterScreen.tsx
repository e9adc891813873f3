import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { register } from '#data/session/account.ts'
import { AccountFields, EmailField } from '#features/account/form/AccountFields.tsx'
import { AccountPage } from '#features/account/form/AccountPage.tsx'
import { checkRegistration } from '#features/account/form/accountForm.ts'
import { useAccountForm } from '#features/account/form/useAccountForm.ts'
import { NewPasswordFields } from '#features/account/password/NewPasswordFields.tsx'
import { accountText, registerText } from '#text/account.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { TextInput } from '#ui/controls/TextInput.tsx'
import { deferredNote } from './deferredNote.ts'
import { HOME, returnSearch } from './returnPath.ts'
import { useReturnAfterSignIn } from './useReturnAfterSignIn.ts'

const FIELDS = ['name', 'email', 'password', 'passwordConfirmation'] as const

/**
 * Creates an account, signs in and navigates to `redirect`. Sends the `ref` cookie along (docs/specification.md,
 * section 4).
 */
export function RegisterScreen({ redirect = HOME }: { redirect: string | undefined }) {
  useReturnAfterSignIn(redirect)
  const [note] = useState(() => deferredNote(registerText.title))
  const form = useAccountForm({
    fields: FIELDS,
    check: checkRegistration,
    send: register,
  })
  return (
    <AccountPage
      title={registerText.title}
      note={note ?? registerText.welcome}
      footer={
        <>
          {registerText.haveAccount}{' '}
          <Link to="/auth/login" search={returnSearch(redirect)}>
            {registerText.login}
          </Link>
        </>
      }
    >
      <AccountFields form={form} texts={registerText}>
        <TextInput {...form.field('name')} label={accountText.name} autoComplete="name" enterKeyHint="next" />
        <EmailField field={form.field} autoComplete="email" />
        {/* The form's draft fills in the address there. */}
        {form.isRefused('email') && (
          <Link to="/auth/login" search={returnSearch(redirect)} className={buttonClass('quiet', { wide: true })}>
            {registerText.signInInstead}
          </Link>
        )}
        <NewPasswordFields {...form} personal={[form.values.name, form.values.email]} labels={accountText} />
      </AccountFields>
    </AccountPage>
  )
}

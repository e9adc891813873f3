import { Link, useNavigate } from '@tanstack/react-router'
import { resetPassword } from '#data/session/passwords.ts'
import { AccountFields, EmailField } from '#features/account/form/AccountFields.tsx'
import { AccountPage } from '#features/account/form/AccountPage.tsx'
import { checkReset } from '#features/account/form/accountForm.ts'
import { KeyDrawing } from '#features/account/form/drawings.tsx'
import { useAccountForm } from '#features/account/form/useAccountForm.ts'
import { storeDraft } from '#features/account/signIn/accountDraft.ts'
import { resetText } from '#text/access.ts'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { HiddenUsername, NewPasswordFields } from './NewPasswordFields.tsx'

const FIELDS = ['password', 'passwordConfirmation'] as const
const ALL_FIELDS = ['email', ...FIELDS] as const

/** Sets a new password from the mailed link, then leads to sign-in. `email` comes from the link. */
export function ResetPasswordScreen({ token, email }: { token: string; email: string | undefined }) {
  const navigate = useNavigate()
  const form = useAccountForm({
    fields: email === undefined ? ALL_FIELDS : FIELDS,
    check: (typed) => checkReset({ ...typed, email: email ?? typed.email }, token),
    send: resetPassword,
    done(message) {
      storeDraft({ name: '', email: email ?? form.values.email })
      showSnackbar({ text: message })
      void navigate({ to: '/auth/login', replace: true })
    },
  })
  return (
    <AccountPage
      title={resetText.title}
      note={resetText.note}
      drawing={<KeyDrawing />}
      footer={
        <>
          {resetText.expired} <Link to="/auth/forgot-password">{resetText.again}</Link>
        </>
      }
    >
      <AccountFields form={form} texts={resetText}>
        {email === undefined ? (
          <EmailField field={form.field} />
        ) : (
          <p>
            {resetText.of} <bdi dir="ltr">{email}</bdi>
            <HiddenUsername email={email} />
          </p>
        )}
        <NewPasswordFields {...form} personal={[email ?? form.values.email]} labels={resetText} />
      </AccountFields>
    </AccountPage>
  )
}

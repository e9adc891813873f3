import { Link, useNavigate } from '@tanstack/react-router'
import { resetPassword } from '#data/passwords.ts'
import { resetText } from '#text/access.ts'
import { accountText } from '#text/account.ts'
import { Button } from '#ui/Button.tsx'
import { FormAlert } from '#ui/FormAlert.tsx'
import { notify } from '#ui/notice.ts'
import { TextInput } from '#ui/TextInput.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { checkReset } from './accountForm.ts'
import { keepDraft } from './draft.ts'
import { KeyDrawing } from './drawings.tsx'
import { NewPasswordFields, UsernameForKeeper } from './NewPasswordFields.tsx'
import { useAccountForm } from './useAccountForm.ts'

const FIELDS = ['password', 'passwordConfirmation'] as const
const ALL_FIELDS = ['email', ...FIELDS] as const

/** Where the mailed link leads: a new password, and from there to signing in with it. `email` is the link's own. */
export function ResetPasswordScreen({ token, email }: { token: string; email: string | undefined }) {
  const navigate = useNavigate()
  const { values, alert, sending, submit, field } = useAccountForm({
    fields: email === undefined ? ALL_FIELDS : FIELDS,
    check: (typed) => checkReset({ ...typed, email: email ?? typed.email }, token),
    send: resetPassword,
    done(message) {
      keepDraft({ name: '', email: email ?? values.email })
      notify({ text: message })
      void navigate({ to: '/auth/login', replace: true })
    },
  })
  return (
    <AccountFrame
      title={resetText.title}
      note={resetText.note}
      drawing={<KeyDrawing />}
      foot={
        <>
          {resetText.expired} <Link to="/auth/forgot-password">{resetText.again}</Link>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        {alert !== undefined && <FormAlert>{alert}</FormAlert>}
        {email === undefined ? (
          <TextInput
            {...field('email')}
            label={accountText.email}
            ltr
            type="email"
            inputMode="email"
            autoComplete="username"
            enterKeyHint="next"
          />
        ) : (
          <p>
            {resetText.of} <bdi dir="ltr">{email}</bdi>
            <UsernameForKeeper email={email} />
          </p>
        )}
        <NewPasswordFields values={values} field={field} personal={[email ?? values.email]} labels={resetText} />
        <Button look="solid" wide type="submit" busy={sending ? resetText.sending : undefined}>
          {resetText.submit}
        </Button>
      </form>
    </AccountFrame>
  )
}

import { PASSWORD_MIN } from '#contract/account.ts'
import type { AccountForm } from '#features/account/form/useAccountForm.ts'
import { strengthText } from '#text/account.ts'
import { PasswordInput } from '#ui/controls/PasswordInput.tsx'
import { StrengthHint } from './StrengthHint.tsx'

/**
 * A new password with its strength, and its confirmation. `personal`: the user's name and e-mail, which make a password
 * easy to guess.
 */
export function NewPasswordFields({
  values,
  field,
  personal,
  labels,
}: Pick<AccountForm, 'field' | 'values'> & {
  personal: string[]
  labels: { password: string; passwordConfirmation: string }
}) {
  return (
    <>
      <div>
        <PasswordInput
          {...field('password')}
          label={labels.password}
          autoComplete="new-password"
          enterKeyHint="next"
          hint={values.password === '' ? strengthText.hint(PASSWORD_MIN) : undefined}
        />
        <StrengthHint password={values.password} personal={personal} />
      </div>
      <PasswordInput
        {...field('passwordConfirmation')}
        label={labels.passwordConfirmation}
        autoComplete="new-password"
        enterKeyHint="go"
      />
    </>
  )
}

/** Tells the password manager which account the password belongs to. */
export function HiddenUsername({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />
}

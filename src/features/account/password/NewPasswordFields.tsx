import { PASSWORD_MIN } from '#contract/account.ts'
import type { AccountForm } from '#features/account/form/useAccountForm.ts'
import { strengthText } from '#text/account.ts'
import { PasswordInput } from '#ui/controls/PasswordInput.tsx'
import { StrengthHint } from './StrengthHint.tsx'

/** A password that is being chosen, how hard it is to guess, and once more. `personal`: what is easily guessed of its person. */
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

/** Whose password it is, for the browser's keeper of passwords. */
export function UsernameForKeeper({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />
}

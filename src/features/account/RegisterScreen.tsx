import { Link } from '@tanstack/react-router'
import { register } from '#data/account.ts'
import { accountText, registerText } from '#text/account.ts'
import { Button } from '#ui/Button.tsx'
import { FormAlert } from '#ui/FormAlert.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { checkRegistration } from './accountForm.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { HOME, returnSearch } from './returnPath.ts'
import { useAccountForm } from './useAccountForm.ts'
import { useReturn } from './useReturn.ts'

const FIELDS = ['name', 'email', 'password', 'passwordConfirmation'] as const

/** Makes an account, signs in and goes to `redirect`. The `ref` cookie goes along (specification, section 4). */
export function RegisterScreen({ redirect = HOME }: { redirect: string | undefined }) {
  useReturn(redirect)
  const { values, alert, sending, submit, field } = useAccountForm({
    fields: FIELDS,
    check: checkRegistration,
    send: register,
  })
  return (
    <AccountFrame
      title={registerText.title}
      note={registerText.welcome}
      foot={
        <>
          {registerText.haveAccount}{' '}
          <Link to="/auth/login" search={returnSearch(redirect)}>
            {registerText.login}
          </Link>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        {alert !== undefined && <FormAlert>{alert}</FormAlert>}
        <TextInput {...field('name')} label={accountText.name} autoComplete="name" enterKeyHint="next" />
        <TextInput
          {...field('email')}
          label={accountText.email}
          ltr
          type="email"
          inputMode="email"
          autoComplete="email"
          enterKeyHint="next"
        />
        <NewPasswordFields values={values} field={field} personal={[values.name, values.email]} labels={accountText} />
        <Button look="solid" wide type="submit" busy={sending ? registerText.sending : undefined}>
          {registerText.submit}
        </Button>
      </form>
    </AccountFrame>
  )
}

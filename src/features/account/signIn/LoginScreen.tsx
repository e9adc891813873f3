import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#contract/account.ts'
import { reportError } from '#data/platform/reportError.ts'
import { useRead } from '#data/react/readHooks.ts'
import { signIn } from '#data/session/account.ts'
import { telegramLogin } from '#data/session/telegram.ts'
import { AccountFields, EmailField } from '#features/account/form/AccountFields.tsx'
import { AccountPage } from '#features/account/form/AccountPage.tsx'
import { checkLogin } from '#features/account/form/accountForm.ts'
import { useAccountForm } from '#features/account/form/useAccountForm.ts'
import { forgotText, telegramText } from '#text/access.ts'
import { accountText, loginText } from '#text/account.ts'
import { FormAlert } from '#ui/controls/FormAlert.tsx'
import { PasswordInput } from '#ui/controls/PasswordInput.tsx'
import { deferredNote } from './deferredNote.ts'
import styles from './LoginScreen.module.css'
import { offerPasskey } from './offerPasskey.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { HOME, returnSearch } from './returnPath.ts'
import { useReturnAfterSignIn } from './useReturnAfterSignIn.ts'

/** Signs in and navigates to `redirect`. `expired`: the user of the expired session, whose e-mail is prefilled. */
export function LoginScreen({ redirect = HOME, expired }: { redirect: string | undefined; expired: User | undefined }) {
  useReturnAfterSignIn(redirect)
  const [note] = useState(() => deferredNote(loginText.title))
  return (
    <AccountPage
      title={loginText.title}
      note={expired ? undefined : (note ?? loginText.welcome)}
      footer={
        expired ? (
          <>
            {loginText.notYou} <Link to="/auth/logout">{loginText.leave}</Link>
          </>
        ) : (
          <>
            {loginText.noAccount}{' '}
            <Link to="/auth/register" search={returnSearch(redirect)}>
              {loginText.register}
            </Link>
            <TelegramLink />
          </>
        )
      }
    >
      <LoginForm expired={expired} />
      <PasskeyButton />
    </AccountPage>
  )
}

/** Shown when the operator has configured a Telegram bot. */
function TelegramLink() {
  const door = useRead(telegramLogin())
  if (door.state !== 'ready' || !door.data.open) return null
  return (
    <Link className={styles.telegram} to="/telegram-app">
      {telegramText.link}
    </Link>
  )
}

const FIELDS = ['email', 'password'] as const

function LoginForm({ expired }: { expired: User | undefined }) {
  const client = useQueryClient()
  const form = useAccountForm({
    fields: FIELDS,
    start: { email: expired?.email ?? '' },
    check: checkLogin,
    send: signIn,
    done: (user) => void offerPasskey(client, user).catch(reportError),
  })
  return (
    <AccountFields
      form={form}
      texts={loginText}
      notice={
        expired && (
          <FormAlert tone="notice">
            <strong>{loginText.expired(expired.name)}</strong>
            <p>{loginText.expiredNote}</p>
          </FormAlert>
        )
      }
    >
      <EmailField field={form.field} />
      <div>
        <PasswordInput
          {...form.field('password')}
          label={accountText.password}
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <Link className={styles.forgot} to="/auth/forgot-password">
          {forgotText.link}
        </Link>
      </div>
    </AccountFields>
  )
}

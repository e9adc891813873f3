import { useState } from 'react'
import { CONFIRM_MINUTES } from '#contract/profile.ts'
import { requestEmailChange } from '#data/session/profile.ts'
import { AccountFields } from '#features/account/form/AccountFields.tsx'
import { checkEmailChange, checkFirstEmail } from '#features/account/form/accountForm.ts'
import { type AccountForm, useAccountForm } from '#features/account/form/useAccountForm.ts'
import { HiddenUsername } from '#features/account/password/NewPasswordFields.tsx'
import { emailText } from '#text/profile.ts'
import { Button } from '#ui/controls/Button.tsx'
import { PasswordInput } from '#ui/controls/PasswordInput.tsx'
import { TextInput } from '#ui/controls/TextInput.tsx'
import styles from './Profile.module.css'

/**
 * Requests a link that confirms a new e-mail address. The address stays until the link is opened. `email`: null for a
 * Telegram account, which has no password either.
 */
export function EmailForm({ email }: { email: string | null }) {
  const [sent, setSent] = useState<string>()
  const Form = email === null ? FirstForm : ChangeForm
  return (
    <section className={styles.section} aria-labelledby="email-title">
      <h2 id="email-title" className={styles.title}>
        {emailText.title}
      </h2>
      {sent === undefined ? <Form email={email ?? ''} done={setSent} /> : <Sent message={sent} onAgain={setSent} />}
    </section>
  )
}

interface FormProps {
  email: string
  /** Called with the server's message. */
  done: (message: string) => void
}

const FIRST_FIELDS = ['email'] as const

function FirstForm({ done }: FormProps) {
  const form = useAccountForm({ fields: FIRST_FIELDS, check: checkFirstEmail, send: requestEmailChange, done })
  return (
    <>
      <p className={styles.current}>{emailText.none}</p>
      <AccountFields form={form} texts={emailText}>
        <EmailInput field={form.field('email')} label={emailText.title} enterKeyHint="send" />
      </AccountFields>
    </>
  )
}

const FIELDS = ['email', 'currentPassword'] as const

function ChangeForm({ email, done }: FormProps) {
  const form = useAccountForm({ fields: FIELDS, check: checkEmailChange, send: requestEmailChange, done })
  return (
    <>
      <p className={styles.current}>
        {emailText.current}: <bdi dir="ltr">{email}</bdi>
      </p>
      <AccountFields form={form} texts={emailText}>
        <HiddenUsername email={email} />
        <EmailInput field={form.field('email')} label={emailText.email} enterKeyHint="next" />
        <PasswordInput
          {...form.field('currentPassword')}
          label={emailText.password}
          autoComplete="current-password"
          enterKeyHint="send"
        />
      </AccountFields>
    </>
  )
}

function EmailInput({
  field,
  label,
  enterKeyHint,
}: {
  field: ReturnType<AccountForm['field']>
  label: string
  enterKeyHint: 'next' | 'send'
}) {
  return (
    <TextInput
      {...field}
      label={label}
      ltr
      type="email"
      inputMode="email"
      autoComplete="off"
      enterKeyHint={enterKeyHint}
    />
  )
}

function Sent({ message, onAgain }: { message: string; onAgain: (message: undefined) => void }) {
  return (
    <div role="status" className={styles.sent}>
      <p className={styles.sentTitle}>{emailText.sentTitle}</p>
      <p>{message}</p>
      <p>{emailText.sentNote(CONFIRM_MINUTES / 60)}</p>
      <Button look="plain" onClick={() => onAgain(undefined)}>
        {emailText.again}
      </Button>
    </div>
  )
}

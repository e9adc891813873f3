import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { RESET_MINUTES } from '#contract/passwords.ts'
import { requestPasswordReset } from '#data/session/passwords.ts'
import { AccountFields, EmailField } from '#features/account/form/AccountFields.tsx'
import { AccountPage } from '#features/account/form/AccountPage.tsx'
import { checkForgotten } from '#features/account/form/accountForm.ts'
import { KeyDrawing, LetterDrawing } from '#features/account/form/drawings.tsx'
import { useAccountForm } from '#features/account/form/useAccountForm.ts'
import { storeDraft } from '#features/account/signIn/accountDraft.ts'
import { useReloadGuard } from '#parts/actions/useReloadGuard.ts'
import { forgotText } from '#text/access.ts'
import { Button } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Page } from '#ui/layout/Page.tsx'

/** Requests a password reset link by mail. The answer does not reveal whether the account exists. */
export function ForgotPasswordScreen() {
  const [sent, setSent] = useState<string>()
  useReloadGuard(sent === undefined ? undefined : 'task')
  if (sent !== undefined) return <Sent message={sent} onRetry={() => setSent(undefined)} />
  return (
    <AccountPage
      title={forgotText.title}
      note={forgotText.note}
      drawing={<KeyDrawing />}
      footer={
        <>
          {forgotText.remembered} <Link to="/auth/login">{forgotText.login}</Link>
        </>
      }
    >
      <ForgotForm done={setSent} />
    </AccountPage>
  )
}

const FIELDS = ['email'] as const

function ForgotForm({ done }: { done: (message: string) => void }) {
  const form = useAccountForm({
    fields: FIELDS,
    check: checkForgotten,
    send: ({ email }) => requestPasswordReset(email),
    done(message) {
      // Keeps the address for signing in and for another request.
      storeDraft(form.values)
      done(message)
    },
  })
  return (
    <AccountFields form={form} texts={forgotText}>
      <EmailField field={form.field} enterKeyHint="send" />
    </AccountFields>
  )
}

function Sent({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Page title={forgotText.title} heading={null}>
      <EmptyState
        drawing={<LetterDrawing />}
        title={forgotText.sentTitle}
        heading="h1"
        announce
        actions={
          <Button look="plain" onClick={onRetry}>
            {forgotText.sendAgain}
          </Button>
        }
      >
        <p>{message}</p>
        <p>{forgotText.sentNote(RESET_MINUTES)}</p>
      </EmptyState>
    </Page>
  )
}

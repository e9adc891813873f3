import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { RESET_MINUTES } from '#contract/passwords.ts'
import { askForReset } from '#data/session/passwords.ts'
import { useBusy } from '#parts/useBusy.ts'
import { forgotText } from '#text/access.ts'
import { Button } from '#ui/Button.tsx'
import { Page } from '#ui/Page.tsx'
import { Placard } from '#ui/Placard.tsx'
import { AccountFields, EmailField } from './AccountFields.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { checkForgotten } from './accountForm.ts'
import { keepDraft } from './draft.ts'
import { KeyDrawing, LetterDrawing } from './drawings.tsx'
import { useAccountForm } from './useAccountForm.ts'

/** Asks for a way back by mail. What is answered tells nobody whether there is such an account. */
export function ForgotPasswordScreen() {
  const [sent, setSent] = useState<string>()
  useBusy(sent === undefined ? undefined : 'hand')
  if (sent !== undefined) return <Sent message={sent} again={() => setSent(undefined)} />
  return (
    <AccountFrame
      title={forgotText.title}
      note={forgotText.note}
      drawing={<KeyDrawing />}
      foot={
        <>
          {forgotText.remembered} <Link to="/auth/login">{forgotText.login}</Link>
        </>
      }
    >
      <ForgotForm done={setSent} />
    </AccountFrame>
  )
}

const FIELDS = ['email'] as const

function ForgotForm({ done }: { done: (message: string) => void }) {
  const form = useAccountForm({
    fields: FIELDS,
    check: checkForgotten,
    send: ({ email }) => askForReset(email),
    done(message) {
      // For signing in afterwards, and for asking once more.
      keepDraft(form.values)
      done(message)
    },
  })
  return (
    <AccountFields form={form} words={forgotText}>
      <EmailField field={form.field} enterKeyHint="send" />
    </AccountFields>
  )
}

function Sent({ message, again }: { message: string; again: () => void }) {
  return (
    <Page title={forgotText.title} heading={null}>
      <Placard
        drawing={<LetterDrawing />}
        title={forgotText.sentTitle}
        heading="h1"
        announce
        actions={
          <Button look="plain" onClick={again}>
            {forgotText.again}
          </Button>
        }
      >
        <p>{message}</p>
        <p>{forgotText.sentNote(RESET_MINUTES)}</p>
      </Placard>
    </Page>
  )
}

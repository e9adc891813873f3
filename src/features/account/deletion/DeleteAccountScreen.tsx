import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useOnline, useSession } from '#data/react/readHooks.ts'
import { deleteAccount } from '#data/session/deletedAccounts.ts'
import { AccountFields } from '#features/account/form/AccountFields.tsx'
import { AccountPage } from '#features/account/form/AccountPage.tsx'
import { checkDeletion } from '#features/account/form/accountForm.ts'
import { useAccountForm } from '#features/account/form/useAccountForm.ts'
import { HiddenUsername } from '#features/account/password/NewPasswordFields.tsx'
import { SignedOutScreen } from '#features/account/session/SignedOutScreen.tsx'
import { saveAll, useDataExport } from '#parts/actions/useDataExport.ts'
import { accountText } from '#text/account.ts'
import { appText } from '#text/app.ts'
import { dashboardText } from '#text/dashboard.ts'
import { deletionText } from '#text/deletion.ts'
import { formatDate } from '#text/format.ts'
import { profileText } from '#text/profile.ts'
import { Button } from '#ui/controls/Button.tsx'
import { FormAlert } from '#ui/controls/FormAlert.tsx'
import { PasswordInput } from '#ui/controls/PasswordInput.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { LeavingDrawing } from '#ui/feedback/illustrations.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { Page } from '#ui/layout/Page.tsx'
import styles from './DeleteAccountScreen.module.css'

/** Deletes the account for good: names the consequences, offers the export, and then asks for the password. */
export function DeleteAccountScreen() {
  const session = useSession()
  const href = useLocation({ select: ({ href }) => href })
  const [isExportDone, setExportDone] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  if (session.state === 'guest') return isDeleting ? <Deleting /> : <SignedOutScreen href={href} />
  if (session.state !== 'member') return null
  const { email, subscription } = session.user
  return (
    <AccountPage
      title={profileText.deletion}
      note={profileText.deletionNote}
      drawing={<LeavingDrawing />}
      footer={<Link to="/user/account">{deletionText.back}</Link>}
    >
      <ul className={styles.consequences}>
        {deletionText.consequences.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {subscription && (
          <li className={styles.warning}>
            {deletionText.premium(subscription.planName, formatDate(subscription.endsAt))}
          </li>
        )}
      </ul>
      {isExportDone ? (
        <ConfirmForm email={email} onDeleting={setDeleting} />
      ) : (
        <ExportStep onDone={() => setExportDone(true)} />
      )}
    </AccountPage>
  )
}

function ExportStep({ onDone }: { onDone: () => void }) {
  const { running, exportData } = useDataExport()
  const [isExported, setExported] = useState(false)
  return (
    <section className={styles.step} aria-labelledby="export-title">
      <h2 id="export-title" className={styles.title}>
        {deletionText.exportTitle}
      </h2>
      <p className={styles.note}>{deletionText.exportNote}</p>
      <Button
        look={isExported ? 'quiet' : 'solid'}
        wide
        busy={running === undefined ? undefined : dashboardText.taking}
        onClick={() => void exportData('all', saveAll).then(setExported)}
      >
        {deletionText.exportAll}
      </Button>
      <Button look={isExported ? 'solid' : 'plain'} wide onClick={onDone}>
        {isExported ? deletionText.next : deletionText.nextWithout}
      </Button>
    </section>
  )
}

/** The button that opened the step is gone, and the focus with it. */
const focus = (heading: HTMLElement | null) => heading?.focus()

const FIELDS = ['currentPassword'] as const

/** `email`: null for a Telegram account, which has no password. */
function ConfirmForm({ email, onDeleting }: { email: string | null; onDeleting: (isDeleting: boolean) => void }) {
  const navigate = useNavigate()
  const online = useOnline()
  const form = useAccountForm({
    fields: FIELDS,
    check: email === null ? () => ({ ok: true, form: {} }) : checkDeletion,
    async send(body: { currentPassword?: string }) {
      onDeleting(true)
      const result = await deleteAccount(body)
      if (!result.ok) onDeleting(false)
      return result
    },
    done() {
      showSnackbar({ text: appText.accountDeleted, decline: appText.understood })
      void navigate({ to: '/', replace: true })
    },
  })
  return (
    <section className={styles.step} aria-labelledby="confirm-title">
      <h2 id="confirm-title" className={styles.title} tabIndex={-1} ref={focus}>
        {deletionText.confirmTitle}
      </h2>
      <AccountFields
        form={form}
        look="danger"
        texts={deletionText}
        notice={!online && form.alert === undefined && <FormAlert tone="notice">{deletionText.offline}</FormAlert>}
      >
        {email === null ? (
          <p className={styles.note}>{deletionText.withoutPassword}</p>
        ) : (
          <>
            <HiddenUsername email={email} />
            <PasswordInput
              {...form.field('currentPassword')}
              label={accountText.password}
              autoComplete="current-password"
              enterKeyHint="done"
            />
          </>
        )}
      </AccountFields>
    </section>
  )
}

/** Shown between the server's answer and the end of the cleaning. */
function Deleting() {
  return (
    <Page title={profileText.deletion} heading={null} unlisted>
      <EmptyState drawing={<LeavingDrawing />} title={deletionText.sending} heading="h1" announce />
    </Page>
  )
}

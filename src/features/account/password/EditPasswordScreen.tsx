import { Link, useRouter } from '@tanstack/react-router'
import { useOnline, useSession } from '#data/react/readHooks.ts'
import { changePassword } from '#data/session/passwords.ts'
import { AccountFields } from '#features/account/form/AccountFields.tsx'
import { AccountPage } from '#features/account/form/AccountPage.tsx'
import { checkPasswordChange } from '#features/account/form/accountForm.ts'
import { KeyDrawing, PlaneDrawing } from '#features/account/form/drawings.tsx'
import { useAccountForm } from '#features/account/form/useAccountForm.ts'
import { editPasswordText, resetText } from '#text/access.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { FormAlert } from '#ui/controls/FormAlert.tsx'
import { PasswordInput } from '#ui/controls/PasswordInput.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { showSnackbar } from '#ui/feedback/snackbar.ts'
import { Page } from '#ui/layout/Page.tsx'
import { HiddenUsername, NewPasswordFields } from './NewPasswordFields.tsx'

/** Changes the password, which signs out the user's other devices. */
export function EditPasswordScreen() {
  const session = useSession()
  const user = session.state === 'member' ? session.user : undefined
  if (user?.email === null) return <NoPassword />
  return (
    <AccountPage
      title={editPasswordText.title}
      note={editPasswordText.note}
      drawing={<KeyDrawing />}
      footer={
        <>
          {editPasswordText.forgotten} <Link to="/auth/forgot-password">{editPasswordText.reset}</Link>
        </>
      }
    >
      <EditForm name={user?.name ?? ''} email={user?.email ?? ''} />
    </AccountPage>
  )
}

const FIELDS = ['currentPassword', 'password', 'passwordConfirmation'] as const

function EditForm({ name, email }: { name: string; email: string }) {
  const { history, navigate } = useRouter()
  const online = useOnline()
  const form = useAccountForm({
    fields: FIELDS,
    check: checkPasswordChange,
    send: changePassword,
    done() {
      showSnackbar({ text: editPasswordText.done })
      if (history.canGoBack()) history.back()
      else void navigate({ to: '/', replace: true })
    },
  })
  return (
    <AccountFields
      form={form}
      texts={editPasswordText}
      notice={!online && form.alert === undefined && <FormAlert tone="notice">{editPasswordText.offline}</FormAlert>}
    >
      <HiddenUsername email={email} />
      <PasswordInput
        {...form.field('currentPassword')}
        label={editPasswordText.current}
        autoComplete="current-password"
        enterKeyHint="next"
      />
      <NewPasswordFields {...form} personal={[name, email]} labels={resetText} />
    </AccountFields>
  )
}

function NoPassword() {
  return (
    <Page title={editPasswordText.title} heading={null}>
      <EmptyState
        drawing={<PlaneDrawing />}
        title={editPasswordText.none}
        heading="h1"
        actions={
          <Link to="/user/account" className={buttonClass('solid')}>
            {editPasswordText.addEmail}
          </Link>
        }
      >
        {editPasswordText.noneNote}
      </EmptyState>
    </Page>
  )
}

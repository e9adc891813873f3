import { useRouter } from '@tanstack/react-router'
import { useOnline } from '#data/react/readHooks.ts'
import { logoutText } from '#text/account.ts'
import { failureText } from '#text/failures.ts'
import { Button } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { FailedDrawing, LeavingDrawing } from '#ui/feedback/illustrations.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { Page } from '#ui/layout/Page.tsx'
import styles from './LogoutScreen.module.css'
import { useSignOut } from './useSignOut.ts'

/** Signs out when opened, and asks first when changes have not been sent. */
export function LogoutScreen() {
  const { leaving, leave, retry } = useSignOut()
  const online = useOnline()
  const { history, navigate } = useRouter()
  const stay = () => (history.canGoBack() ? history.back() : void navigate({ to: '/', replace: true }))

  if (leaving.step === 'failed') {
    return (
      <Page title={logoutText.title} heading={null}>
        <EmptyState
          drawing={<FailedDrawing />}
          title={logoutText.failed}
          heading="h1"
          announce
          actions={<Button onClick={retry}>{failureText.retry}</Button>}
        />
      </Page>
    )
  }
  if (leaving.step !== 'asking') {
    return (
      <Page title={logoutText.title} heading={null}>
        <EmptyState drawing={<LeavingDrawing />} title={logoutText.title} heading="h1">
          <span className={styles.under} role="status">
            <Spinner size={16} />
            {leaving.step === 'sending' ? logoutText.sending : logoutText.leaving}
          </span>
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page title={logoutText.title} heading={null}>
      <EmptyState
        drawing={<LeavingDrawing />}
        title={logoutText.waiting(leaving.waiting)}
        heading="h1"
        announce
        actions={
          <div className={styles.choice}>
            <Button look="solid" wide onClick={stay}>
              {logoutText.stay}
            </Button>
            <Button wide onClick={() => leave({ keepData: true })}>
              {logoutText.keepData}
            </Button>
            <Button look="danger" wide onClick={() => leave({ keepData: false })}>
              {logoutText.discard}
            </Button>
          </div>
        }
      >
        {!online && <p className={styles.offline}>{logoutText.offline}</p>}
        <p>{logoutText.waitingNote}</p>
      </EmptyState>
    </Page>
  )
}

import { Link } from '@tanstack/react-router'
import { LetterDrawing } from '#features/account/form/drawings.tsx'
import { failureText } from '#text/failures.ts'
import { confirmText } from '#text/profile.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { RequestId } from '#ui/feedback/RequestId.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { useEmailConfirmation } from './useEmailConfirmation.ts'

/** Opened by the mailed link: changes the address at once and says what happened. */
export function ConfirmEmailScreen({ token }: { token: string }) {
  const { state, message, requestId, retry } = useEmailConfirmation(token)
  const title = { confirming: confirmText.confirming, done: confirmText.done, failed: confirmText.failed }[state]
  return (
    <Page title={confirmText.title} heading={null}>
      <EmptyState
        drawing={<LetterDrawing />}
        title={title}
        heading="h1"
        announce
        actions={
          <>
            {state === 'failed' && <Button onClick={retry}>{confirmText.retry}</Button>}
            {state === 'failed' && (
              <Link to="/user/account" className={buttonClass('quiet')}>
                {confirmText.newLink}
              </Link>
            )}
            {state === 'done' && (
              <Link to="/" className={buttonClass('solid')}>
                {confirmText.home}
              </Link>
            )}
          </>
        }
      >
        {state !== 'confirming' && <p>{message ?? failureText.default}</p>}
        <RequestId id={requestId} />
      </EmptyState>
    </Page>
  )
}

import { Link } from '@tanstack/react-router'
import { signInRedirect } from '#features/account/signIn/guard.ts'
import { signedOutText } from '#text/access.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { GuestDrawing } from '#ui/feedback/illustrations.tsx'
import { Page } from '#ui/layout/Page.tsx'

/** Replaces a personal screen after a sign-out in another tab. `href`: the path to return to. */
export function SignedOutScreen({ href }: { href: string }) {
  return (
    <Page title={signedOutText.title} heading={null} unlisted>
      <EmptyState
        drawing={<GuestDrawing />}
        title={signedOutText.title}
        heading="h1"
        announce
        actions={
          <Link {...signInRedirect(href)} className={buttonClass('solid')}>
            {signedOutText.login}
          </Link>
        }
      >
        {signedOutText.note}
      </EmptyState>
    </Page>
  )
}

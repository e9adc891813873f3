import { Link } from '@tanstack/react-router'
import { failureText, notFoundText } from '#text/failures.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { NotFoundDrawing } from '#ui/feedback/illustrations.tsx'
import { Page } from '#ui/layout/Page.tsx'

/** Shown for unknown addresses (docs/specification.md, section 2). */
export function NotFoundScreen() {
  return (
    <Page title={notFoundText.title} heading={null} unlisted>
      <EmptyState
        drawing={<NotFoundDrawing />}
        title={notFoundText.title}
        heading="h1"
        actions={
          <Link to="/" className={buttonClass('solid')}>
            {failureText.home}
          </Link>
        }
      >
        {notFoundText.note}
      </EmptyState>
    </Page>
  )
}

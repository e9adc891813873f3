import { useEffect } from 'react'
import { isMissingChunk } from '#data/platform/reportError.ts'
import { useOnline } from '#data/react/readHooks.ts'
import { errorText, failureText } from '#text/failures.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { FailedDrawing, OfflineDrawing } from '#ui/feedback/illustrations.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { reloadFor } from './missingChunk.ts'

/**
 * Stands where a screen broke (specification, section 8). Nothing of the person's is touched: lists and waiting changes
 * are in the device's database. A part that a deployment took away reloads the page once; one that the network owes is
 * waited for.
 */
export function ErrorScreen({ error }: { error: unknown }) {
  const online = useOnline()
  const isOwed = !online && isMissingChunk(error)
  useEffect(() => {
    if (!isMissingChunk(error) || reloadFor(error)) return
    const again = () => reloadFor(error)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [error])

  return (
    <Page title={errorText.title} heading={null}>
      <EmptyState
        drawing={isOwed ? <OfflineDrawing /> : <FailedDrawing />}
        title={isOwed ? errorText.missingPart : errorText.title}
        heading="h1"
        announce
        actions={
          <>
            <Button look="solid" onClick={() => window.location.reload()}>
              {errorText.reload}
            </Button>
            {/* No link of the router's: whatever broke must not be needed to get away from it. */}
            <a href="/" className={buttonClass('plain')}>
              {failureText.home}
            </a>
          </>
        }
      >
        {isOwed ? errorText.missingPartNote : errorText.note}
      </EmptyState>
    </Page>
  )
}

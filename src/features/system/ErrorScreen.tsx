import { useEffect } from 'react'
import { isMissingChunk } from '#data/platform/reportError.ts'
import { requestIdOf, useReachable } from '#data/react/readHooks.ts'
import { errorText, failureText } from '#text/failures.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { FailedDrawing, OfflineDrawing } from '#ui/feedback/illustrations.tsx'
import { RequestId } from '#ui/feedback/RequestId.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { reloadOnce } from './missingChunk.ts'

/**
 * Shown when a screen throws (docs/specification.md, section 8). User data stays in IndexedDB. A chunk removed by a
 * deployment reloads the page once; a chunk lost to the network is awaited.
 */
export function ErrorScreen({ error }: { error: unknown }) {
  const isReachable = useReachable()
  const isOwed = !isReachable && isMissingChunk(error)
  // Tried again when the server is reachable again.
  useEffect(() => {
    if (isMissingChunk(error) && isReachable) reloadOnce(error)
  }, [error, isReachable])

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
            {/* A plain link, because the router itself may be broken. */}
            <a href="/" className={buttonClass('plain')}>
              {failureText.home}
            </a>
          </>
        }
      >
        {isOwed ? errorText.missingPartNote : errorText.note}
        <RequestId id={requestIdOf(error)} />
      </EmptyState>
    </Page>
  )
}

import { Link, notFound } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { clock } from '#data/platform/clock.ts'
import type { View } from '#data/react/readHooks.ts'
import { appText } from '#text/app.ts'
import { formatRelative } from '#text/format.ts'
import { readText } from '#text/titles.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { FailedDrawing, OfflineDrawing } from '#ui/feedback/illustrations.tsx'
import { RequestId } from '#ui/feedback/RequestId.tsx'
import styles from './ReadView.module.css'

/** An answer that takes longer than this, in ms, is called slow. */
const SLOW_AFTER = 5_000

/**
 * Renders the state of a read (docs/product.md#screen-states): skeleton, content, empty state, failure with a retry
 * button, or never loaded on this device. Throws `notFound` for content that the server does not know, so the route
 * needs a not-found component.
 */
export function ReadView<Data>({
  view,
  skeleton,
  isEmpty,
  empty,
  heading = 'p',
  children,
}: {
  view: View<Data>
  skeleton: ReactNode
  isEmpty?: (data: Data) => boolean
  /** Shown for empty content. */
  empty?: ReactNode
  /** Level of the message's heading: `h1` where the screen has no other heading. */
  heading?: 'h1' | 'p'
  /** `age`: how old the content is while the server is unreachable. Render it where it causes no layout shift. */
  children: (data: Data, age: string | undefined) => ReactNode
}) {
  if (view.state === 'loading') return <Loading>{skeleton}</Loading>
  if (view.state === 'missing') throw notFound()
  if (view.state === 'unseen') return <Unseen retry={view.retry} heading={heading} />
  if (view.state === 'failed') return <Failed {...view} heading={heading} />
  if (isEmpty?.(view.data)) return empty
  return children(view.data, view.offline ? ageOf(view.at) : undefined)
}

/** A placeholder; says that the answer is slow once it is. */
function Loading({ children }: { children: ReactNode }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.loading}>
      {children}
      {isSlow && (
        <p className={styles.slow} role="status">
          {readText.slow}
        </p>
      )}
    </div>
  )
}

function ageOf(at: number): string {
  return readText.age(at === 0 ? undefined : formatRelative(at, clock.now()))
}

interface Instead {
  retry: () => void
  heading: 'h1' | 'p'
}

function Unseen({ retry, heading }: Instead) {
  return (
    <EmptyState
      drawing={<OfflineDrawing />}
      title={readText.unseen}
      heading={heading}
      announce
      actions={
        <>
          <Button onClick={retry}>{appText.retry}</Button>
          <Link to="/on-this-device" className={buttonClass('quiet')}>
            {readText.onDevice}
          </Link>
        </>
      }
    >
      {readText.unseenNote}
    </EmptyState>
  )
}

function Failed({
  message,
  requestId,
  retry,
  heading,
}: Instead & { message: string | undefined; requestId: string | undefined }) {
  return (
    <EmptyState
      drawing={<FailedDrawing />}
      title={message ?? appText.failed}
      heading={heading}
      announce
      actions={<Button onClick={retry}>{appText.retry}</Button>}
    >
      {requestId !== undefined && <RequestId id={requestId} />}
    </EmptyState>
  )
}

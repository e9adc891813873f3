import { notFound } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { clock } from '#data/platform/clock.ts'
import type { View } from '#data/react/readHooks.ts'
import { appText } from '#text/app.ts'
import { formatRelative } from '#text/format.ts'
import { readText } from '#text/titles.ts'
import { Button } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { FailedDrawing, OfflineDrawing } from '#ui/feedback/illustrations.tsx'

/**
 * Whatever there is to show of a read, honestly (product page, section 2): a skeleton of the final size, the content, its
 * emptiness, a failure with the way on, or that this device has never seen it. What the server does not know is the
 * not-found screen of the route, which has to name one.
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
  /** In place of content that is empty. */
  empty?: ReactNode
  /** Where what stands in place of content has to be the page's heading too. */
  heading?: 'h1' | 'p'
  /** `age`: while the server is out of reach, how old the content is; to be shown where it moves nothing. */
  children: (data: Data, age: string | undefined) => ReactNode
}) {
  if (view.state === 'loading') return skeleton
  if (view.state === 'missing') throw notFound()
  if (view.state === 'unseen') return <Unseen retry={view.retry} heading={heading} />
  if (view.state === 'failed') return <Failed message={view.message} retry={view.retry} heading={heading} />
  if (isEmpty?.(view.data)) return empty
  return children(view.data, view.offline ? ageOf(view.at) : undefined)
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
      actions={<Button onClick={retry}>{appText.retry}</Button>}
    >
      {readText.unseenNote}
    </EmptyState>
  )
}

function Failed({ message, retry, heading }: Instead & { message: string | undefined }) {
  return (
    <EmptyState
      drawing={<FailedDrawing />}
      title={message ?? appText.failed}
      heading={heading}
      announce
      actions={<Button onClick={retry}>{appText.retry}</Button>}
    />
  )
}

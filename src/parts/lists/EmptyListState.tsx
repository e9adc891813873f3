import type { ReactNode } from 'react'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { EmptyDrawing } from '#ui/feedback/illustrations.tsx'

interface Props {
  title: string
  note?: string
  /** The next action, a link that looks like a button. */
  children: ReactNode
}

/** Empty state of a list. */
export function EmptyListState({ title, note, children }: Props) {
  return (
    <EmptyState drawing={<EmptyDrawing />} title={title} heading="p" announce actions={children}>
      {note}
    </EmptyState>
  )
}

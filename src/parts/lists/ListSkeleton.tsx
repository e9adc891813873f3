import type { ReactNode } from 'react'
import { readText } from '#text/titles.ts'
import { ResultSummary } from './ResultSummary.tsx'

interface Props {
  count: number
  /** Class of the list that will be rendered here. */
  list: string | undefined
  item?: string | undefined
  /** One placeholder, in its final size. */
  children: ReactNode
}

/** Placeholder of a list and its summary line. */
export function ListSkeleton({ count, list, item, children }: Props) {
  return (
    <div role="status" aria-label={readText.loading}>
      <ResultSummary />
      <div className={list}>
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
          <div key={at} className={item}>
            {children}
          </div>
        ))}
      </div>
    </div>
  )
}

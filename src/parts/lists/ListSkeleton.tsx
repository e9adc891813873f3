import type { ReactNode } from 'react'
import { readText } from '#text/titles.ts'
import { ResultSummary } from './ResultSummary.tsx'

interface Props {
  count: number
  /** Class of the list that will be rendered here. */
  list: string | undefined
  place?: string | undefined
  /** One placeholder, in its final size. */
  children: ReactNode
}

/** Placeholder of a list and its summary line. */
export function ListSkeleton({ count, list, place, children }: Props) {
  return (
    <div role="status" aria-label={readText.loading}>
      <ResultSummary />
      <div className={list}>
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places have nothing else to be told apart by
          <div key={at} className={place}>
            {children}
          </div>
        ))}
      </div>
    </div>
  )
}

import { type LinkProps, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PER_PAGE } from '#contract/limits.ts'
import type { PageMeta } from '#contract/shapes.ts'
import type { TitleCard } from '#contract/titleCards.ts'
import { Pager } from './Pager.tsx'
import { ResultSummary } from './ResultSummary.tsx'
import { TitleGrid, TitleGridSkeleton } from './TitleGrid.tsx'

/** One page of titles: summary, grid and pager. Redirects a page number beyond the last page to the last page. */
export function TitlePages({
  titles: { data, meta },
  age,
  page,
  label,
  heading,
  eager = 0,
  isNumbered = false,
  empty,
  linkOf,
}: {
  titles: { data: TitleCard[]; meta: PageMeta }
  age: string | undefined
  /** The requested page. */
  page: number
  label: string
  /** Heading above the grid: the cards below it have headings of a lower level. */
  heading?: ReactNode
  eager?: number
  /** The order is meaningful: each card shows its rank. */
  isNumbered?: boolean
  empty: ReactNode
  linkOf: (page: number) => LinkProps
}) {
  if (data.length === 0 && meta.total > 0 && page > meta.lastPage)
    return <Navigate {...linkOf(meta.lastPage)} replace />
  if (data.length === 0) return empty
  return (
    <>
      <ResultSummary total={meta.total} age={age} />
      {heading}
      <TitleGrid titles={data} label={label} eager={eager} numberedFrom={isNumbered ? (meta.from ?? 1) : undefined} />
      <Pager meta={meta} linkOf={linkOf} />
    </>
  )
}

/** `count`: expected number of titles, where known. */
export function TitlePagesSkeleton({ count = PER_PAGE }: { count?: number | undefined }) {
  return (
    <>
      <ResultSummary />
      <TitleGridSkeleton count={Math.min(count, PER_PAGE)} />
    </>
  )
}

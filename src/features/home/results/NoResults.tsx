import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { titleSearch } from '#data/areas/titles.ts'
import { useRead } from '#data/react/readHooks.ts'
import type { BrowseSearch } from '#features/home/browseSearch.ts'
import { TitleCarousel } from '#parts/lists/TitleCarousel.tsx'
import { browseText } from '#text/titles.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { NothingFoundDrawing } from '#ui/feedback/illustrations.tsx'
import styles from './NoResults.module.css'

/** Number of suggested titles. */
const SUGGESTED_COUNT = 12

/**
 * Empty state of a search: offers the search without filters, a request for the title, and popular titles. With people
 * of that name it offers no request, because the query is probably their name.
 */
export function NoResults({
  search,
  linkOf,
  hasPeople,
}: {
  search: BrowseSearch
  linkOf: (change: Partial<BrowseSearch>) => LinkProps
  hasPeople: boolean
}) {
  const isFiltered = search.type !== 'all' || search.is_dubbed || search.genre !== undefined
  return (
    <>
      <NoResultsState
        title={hasPeople ? browseText.noTitles : browseText.nothing}
        note={isFiltered ? browseText.nothingFiltered : browseText.nothingNote}
      >
        {!hasPeople && (
          <Link to="/user/new-request" search={{ name: search.q }} className={buttonClass('quiet')}>
            {browseText.request}
          </Link>
        )}
        {isFiltered && (
          <Link {...linkOf({ type: 'all', is_dubbed: false, genre: undefined })} className={buttonClass('solid')}>
            {browseText.searchAll}
          </Link>
        )}
      </NoResultsState>
      <PopularTitles />
    </>
  )
}

/** The query is too short to search for. */
export function QueryTooShort() {
  return <NoResultsState title={browseText.shortQuery} />
}

function NoResultsState({ title, note, children }: { title: string; note?: string; children?: ReactNode }) {
  return (
    <EmptyState
      drawing={<NothingFoundDrawing />}
      title={title}
      heading="p"
      announce
      actions={
        <>
          {children}
          <Link to="/" className={buttonClass('quiet')}>
            {browseText.browseAll}
          </Link>
        </>
      }
    >
      {note}
    </EmptyState>
  )
}

/** Popular titles. */
function PopularTitles() {
  const view = useRead(titleSearch({ order_by: 'votes' }))
  const popular = view.state === 'ready' ? { ...view, data: view.data.data.slice(0, SUGGESTED_COUNT) } : view
  return (
    <div className={styles.row}>
      <TitleCarousel title={browseText.instead} view={popular} />
    </div>
  )
}

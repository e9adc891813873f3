import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { titleSearch } from '#data/areas/titles.ts'
import { useRead } from '#data/react/readHooks.ts'
import { TitleRow } from '#parts/lists/TitleCarousel.tsx'
import { browseText } from '#text/titles.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { Placard } from '#ui/feedback/EmptyState.tsx'
import { NothingFoundDrawing } from '#ui/feedback/illustrations.tsx'
import type { BrowseSearch } from './browseSearch.ts'
import styles from './NoResults.module.css'

/** Titles that stand in for what is not there. */
const INSTEAD = 12

/** A search found nothing: the same without filters, when there are some; and what is there. */
export function NothingFound({
  search,
  linkOf,
}: {
  search: BrowseSearch
  linkOf: (change: Partial<BrowseSearch>) => LinkProps
}) {
  const isFiltered = search.type !== 'all' || search.is_dubbed || search.genre !== undefined
  return (
    <>
      <Nothing title={browseText.nothing} note={isFiltered ? browseText.nothingFiltered : browseText.nothingNote}>
        <Link to="/user/new-request" search={{ name: search.q }} className={buttonClass('quiet')}>
          {browseText.request}
        </Link>
        {isFiltered && (
          <Link {...linkOf({ type: 'all', is_dubbed: false, genre: undefined })} className={buttonClass('solid')}>
            {browseText.searchAll}
          </Link>
        )}
      </Nothing>
      <Instead />
    </>
  )
}

/** Nobody looks for a single letter. */
export function NothingAsked() {
  return <Nothing title={browseText.shortQuery} />
}

function Nothing({ title, note, children }: { title: string; note?: string; children?: ReactNode }) {
  return (
    <Placard
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
    </Placard>
  )
}

/** What most people liked. */
function Instead() {
  const view = useRead(titleSearch({ order_by: 'votes' }))
  const some = view.state === 'ready' ? { ...view, data: view.data.data.slice(0, INSTEAD) } : view
  return (
    <div className={styles.row}>
      <TitleRow title={browseText.instead} view={some} />
    </div>
  )
}

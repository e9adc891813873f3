import { Link, type LinkProps } from '@tanstack/react-router'
import { EmptyListState } from '#parts/lists/EmptyListState.tsx'
import { browseText } from '#text/titles.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import type { BrowseSearch } from './browseSearch.ts'

/** Nothing is left of the catalogue: the way on is without filters. */
export function NoFilteredTitles({ linkOf }: { linkOf: (change: Partial<BrowseSearch>) => LinkProps }) {
  return (
    <EmptyListState title={browseText.nothing} note={browseText.nothingFiltered}>
      <Link
        {...linkOf({ type: 'all', is_dubbed: false, genre: undefined, order_by: undefined })}
        className={buttonClass('quiet')}
      >
        {browseText.clearFilters}
      </Link>
    </EmptyListState>
  )
}

import { Link, type LinkProps } from '@tanstack/react-router'
import { EmptyListState } from '#parts/lists/EmptyListState.tsx'
import { browseText } from '#text/titles.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import type { BrowseSearch } from './browseSearch.ts'

/** Empty state of a filtered view, with a link that clears the filters. */
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

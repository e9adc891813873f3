import { Link, type LinkProps } from '@tanstack/react-router'
import { browseText } from '#text/titles.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyDrawing } from '#ui/illustrations.tsx'
import { Placard } from '#ui/Placard.tsx'
import type { BrowseSearch } from './browseSearch.ts'

/** Nothing is left of the catalogue: the way on is without filters. */
export function NothingHere({ linkOf }: { linkOf: (change: Partial<BrowseSearch>) => LinkProps }) {
  return (
    <Placard
      drawing={<EmptyDrawing />}
      title={browseText.nothing}
      heading="p"
      announce
      actions={
        <Link
          {...linkOf({ type: 'all', is_dubbed: false, genre: undefined, order_by: undefined })}
          className={buttonClass('quiet')}
        >
          {browseText.clearFilters}
        </Link>
      }
    >
      {browseText.nothingFiltered}
    </Placard>
  )
}

import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TitlePage } from '#data/areas/titles.ts'
import { useRead, type View } from '#data/react/readHooks.ts'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { TitlePages, TitlePagesSkeleton } from '#parts/lists/TitlePages.tsx'
import { usePrefetchNextPage } from '#parts/lists/usePrefetchNextPage.ts'
import { browseText } from '#text/titles.ts'
import { Page } from '#ui/layout/Page.tsx'
import styles from './BrowseScreen.module.css'
import { browseRead, type FixedFilter } from './browseRead.ts'
import type { BrowseSearch } from './browseSearch.ts'
import { Filters } from './Filters.tsx'
import { NoFilteredTitles } from './NoFilteredTitles.tsx'

/** Posters that load eagerly when the grid is on the first screen: two rows on a phone. */
const EAGER = 6

/**
 * A filtered view of the catalogue: filters, grid and pager. `fixed`: filters implied by the route. `linkOf` builds the
 * address of the same view with a change.
 */
export function BrowseScreen({
  title,
  description,
  hero,
  listHeading = title,
  renderRows,
  search,
  fixed,
  linkOf,
}: {
  title: string
  /** Meta description of the view. */
  description?: string | undefined
  hero?: ReactNode
  /** Heading of the list below the hero: what is listed. */
  listHeading?: string
  /** Rows between the hero and the filters, from the catalogue's first page. */
  renderRows?: ((view: View<TitlePage>) => ReactNode) | undefined
  search: BrowseSearch
  fixed?: FixedFilter
  linkOf: (change: Partial<BrowseSearch>) => LinkProps
}) {
  const view = useRead(browseRead(search, fixed))
  usePrefetchNextPage(view, linkOf)
  return (
    <Page title={title} description={description} heading={hero ? 'hidden' : null} bleed>
      {hero}
      {renderRows?.(view)}
      <div className={styles.inside}>
        {hero ? (
          <h2 className={styles.heading}>{listHeading}</h2>
        ) : (
          <h1 className={styles.heading} tabIndex={-1}>
            {title}
          </h1>
        )}
        <Filters search={search} fixed={fixed} linkOf={linkOf} />
        <ReadView view={view} skeleton={<TitlePagesSkeleton />}>
          {(titles, age) => (
            <TitlePages
              titles={titles}
              age={age}
              page={search.page}
              label={title}
              heading={hero ? null : <h2 className="sr-only">{browseText.list}</h2>}
              eager={hero ? 0 : EAGER}
              empty={<NoFilteredTitles linkOf={linkOf} />}
              linkOf={(page) => linkOf({ page })}
            />
          )}
        </ReadView>
      </div>
    </Page>
  )
}

import { type LinkProps, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PER_PAGE } from '#contract/limits.ts'
import { useRead } from '#data/hooks.ts'
import { titleSearch } from '#data/titles.ts'
import { Pager } from '#parts/Pager.tsx'
import { ReadView } from '#parts/ReadView.tsx'
import { SightLine } from '#parts/SightLine.tsx'
import { TitleGrid, TitleGridSkeleton } from '#parts/TitleGrid.tsx'
import { useNextPage } from '#parts/useNextPage.ts'
import { browseText } from '#text/titles.ts'
import { Page } from '#ui/Page.tsx'
import styles from './BrowseScreen.module.css'
import { asked, type BrowseSearch } from './browseSearch.ts'
import { Filters } from './Filters.tsx'
import { NothingHere } from './NothingHere.tsx'

/** Posters loading at once when the wall begins on the first screen: two rows on a phone. */
const EAGER = 6

/**
 * A sight of the catalogue: filters, a wall of titles, pages. `fixed`: the filter that the address already stands for.
 * `linkOf` makes the address of the same sight with something else in it.
 */
export function BrowseScreen({
  title,
  hero,
  search,
  fixed,
  linkOf,
}: {
  title: string
  hero?: ReactNode
  search: BrowseSearch
  fixed?: 'type' | 'genre'
  linkOf: (change: Partial<BrowseSearch>) => LinkProps
}) {
  const view = useRead(titleSearch(asked(search)))
  useNextPage(view, linkOf)
  return (
    <Page title={title} heading={hero ? 'hidden' : null} bleed>
      {hero}
      <div className={styles.inside}>
        {!hero && (
          <h1 className={styles.heading} tabIndex={-1}>
            {title}
          </h1>
        )}
        <Filters search={search} fixed={fixed} linkOf={linkOf} />
        <ReadView view={view} skeleton={<BrowseSkeleton />}>
          {({ data, meta }, age) => {
            if (data.length === 0 && meta.total > 0 && search.page > meta.lastPage)
              return <Navigate {...linkOf({ page: meta.lastPage })} replace />
            if (data.length === 0) return <NothingHere linkOf={linkOf} />
            return (
              <>
                <SightLine total={meta.total} age={age} />
                <h2 className="sr-only">{browseText.list}</h2>
                <TitleGrid titles={data} label={title} eager={hero ? 0 : EAGER} />
                <Pager meta={meta} linkOf={(page) => linkOf({ page })} />
              </>
            )
          }}
        </ReadView>
      </div>
    </Page>
  )
}

function BrowseSkeleton() {
  return (
    <>
      <SightLine />
      <TitleGridSkeleton count={PER_PAGE} />
    </>
  )
}

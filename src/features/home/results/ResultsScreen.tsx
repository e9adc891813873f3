import { Link, Navigate } from '@tanstack/react-router'
import { SEARCH_DEPTH } from '#contract/limits.ts'
import { peopleSearch } from '#data/areas/people.ts'
import { titleSearch } from '#data/areas/titles.ts'
import { useRead } from '#data/react/readHooks.ts'
import { type BrowseSearch, queryOf, searchWith } from '#features/home/browseSearch.ts'
import { Filters } from '#features/home/Filters.tsx'
import { isLongEnoughQuery } from '#features/home/startBrowse.ts'
import { Pager } from '#parts/lists/Pager.tsx'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { ResultSummary } from '#parts/lists/ResultSummary.tsx'
import { usePrefetchNextPage } from '#parts/lists/usePrefetchNextPage.ts'
import { browseText } from '#text/titles.ts'
import { CloseIcon } from '#ui/icons/icons.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { FoundPeople } from './FoundPeople.tsx'
import { NoResults, QueryTooShort } from './NoResults.tsx'
import { OfflineResults } from './OfflineResults.tsx'
import { ResultList, ResultListSkeleton } from './ResultList.tsx'
import styles from './ResultsScreen.module.css'

/** Results of the full search (docs/specification.md, section 2), from this device while the server is unreachable. */
export function ResultsScreen({ search }: { search: BrowseSearch }) {
  const isLongEnough = isLongEnoughQuery(search)
  const view = useRead(titleSearch(queryOf(search)), { enabled: isLongEnough })
  const people = useRead(peopleSearch(search.q), { enabled: isLongEnough })
  const foundPeople = people.state === 'ready' ? people.data : []
  const linkOf = (change: Partial<BrowseSearch>) => ({ to: '/', search: searchWith(search, change) }) as const
  usePrefetchNextPage(view, linkOf)
  return (
    <Page title={browseText.resultsOf(search.q)} heading={null} unlisted>
      <div className={styles.head}>
        <h1 className={styles.heading} tabIndex={-1}>
          <span className={styles.label}>{browseText.results}</span> <bdi>{search.q}</bdi>
        </h1>
        <Link {...linkOf({ q: '' })} className={styles.clear} aria-label={browseText.clearQuery}>
          <CloseIcon size={20} />
        </Link>
      </div>
      <Filters search={search} linkOf={linkOf} />
      {!isLongEnough && <QueryTooShort />}
      {isLongEnough && view.state === 'unseen' && <OfflineResults q={search.q} retry={view.retry} />}
      {isLongEnough && view.state !== 'unseen' && (
        <ReadView view={view} skeleton={<ResultListSkeleton />}>
          {({ data, meta }, age) => {
            if (data.length === 0 && meta.total > 0 && search.page > meta.lastPage)
              return <Navigate {...linkOf({ page: meta.lastPage })} replace />
            if (data.length === 0 && people.state === 'loading') return <ResultListSkeleton />
            if (data.length === 0)
              return (
                <>
                  <FoundPeople people={foundPeople} />
                  <NoResults search={search} linkOf={linkOf} hasPeople={foundPeople.length > 0} />
                </>
              )
            return (
              <>
                <ResultSummary total={meta.total} age={age} />
                <ResultList titles={data} />
                {meta.currentPage >= meta.lastPage && meta.total >= SEARCH_DEPTH && (
                  <p className={styles.nearest}>{browseText.nearestOnly}</p>
                )}
                <Pager meta={meta} linkOf={(page) => linkOf({ page })} />
                <FoundPeople people={foundPeople} />
              </>
            )
          }}
        </ReadView>
      )}
    </Page>
  )
}

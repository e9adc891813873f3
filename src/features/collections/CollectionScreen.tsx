import { Link, Navigate, notFound } from '@tanstack/react-router'
import { COLLECTION_ORDERS, type CollectionCard } from '#contract/collections.ts'
import { collection, collectionTitles } from '#data/areas/collections.ts'
import { useCurrentPath } from '#data/react/currentPath.ts'
import { useRead } from '#data/react/readHooks.ts'
import { EmptyListState } from '#parts/lists/EmptyListState.tsx'
import { FilterBar } from '#parts/lists/FilterBar.tsx'
import { FilterMenu } from '#parts/lists/FilterMenu.tsx'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { TitlePages, TitlePagesSkeleton } from '#parts/lists/TitlePages.tsx'
import { usePrefetchNextPage } from '#parts/lists/usePrefetchNextPage.ts'
import { collectionLink, slugOf } from '#parts/navigation/links.ts'
import { collectionsText } from '#text/collections.ts'
import { browseText, readText } from '#text/titles.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { type CollectionView, writeCollectionView } from './address.ts'
import { CollectionHead, CollectionHeadSkeleton } from './CollectionHead.tsx'
import styles from './CollectionScreen.module.css'

/** Anchor of the title list, the scroll target of pagination links. */
const TITLES = 'titles'

/** A collection and one page of its titles. `card`: the cached card. Corrects a wrong slug in the address. */
export function CollectionScreen({
  id,
  slug,
  search,
  card,
}: {
  id: number
  slug: string
  search: CollectionView
  card: CollectionCard | undefined
}) {
  const head = useRead(collection(id))
  const view = useRead(collectionTitles(id, search))
  const currentPath = useCurrentPath(collection(id).key)
  const known = head.state === 'ready' ? head.data : card
  const link = known
    ? collectionLink(known)
    : ({ to: '/collections/$id/$slug', params: { id: String(id), slug } } as const)
  const linkOf = (change: Partial<CollectionView>) =>
    ({ ...link, search: writeCollectionView({ ...search, page: 1, ...change }) }) as const
  usePrefetchNextPage(view, linkOf)
  if (currentPath !== undefined) return <Navigate to={currentPath} replace />
  if (head.state === 'missing' || view.state === 'missing') throw notFound()
  const isHeadless = !known && head.state !== 'loading'
  return (
    <Page title={known ? known.titleFa : readText.loading} description={known?.description} heading={null} bleed>
      {known && slugOf(known.path) !== slug && (
        <Navigate {...linkOf({ page: search.page })} replace resetScroll={false} />
      )}
      {known ? <CollectionHead known={known} /> : !isHeadless && <CollectionHeadSkeleton />}
      <div className={styles.inside} id={TITLES}>
        {!isHeadless && (
          <FilterBar label={browseText.filters}>
            <FilterMenu
              label={browseText.orderLabel}
              selected={collectionsText.order[search.order]}
              isDefault={search.order === 'own'}
              options={COLLECTION_ORDERS.map((order) => ({
                key: order,
                text: collectionsText.order[order],
                link: { ...linkOf({ order }), resetScroll: false },
                isSelected: order === search.order,
              }))}
            />
          </FilterBar>
        )}
        <ReadView view={view} skeleton={<TitlePagesSkeleton count={known?.count} />} heading={isHeadless ? 'h1' : 'p'}>
          {(titles, age) => (
            <TitlePages
              titles={titles}
              age={age}
              page={search.page}
              label={collectionsText.titles}
              heading={<h2 className="sr-only">{collectionsText.titles}</h2>}
              isNumbered={search.order === 'own'}
              empty={
                <EmptyListState title={collectionsText.nothingIn}>
                  <Link to="/collections" className={buttonClass('quiet')}>
                    {collectionsText.all}
                  </Link>
                </EmptyListState>
              }
              linkOf={(page) => ({ ...linkOf({ page }), hash: TITLES })}
            />
          )}
        </ReadView>
      </div>
    </Page>
  )
}

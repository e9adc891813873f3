import { Link } from '@tanstack/react-router'
import type { CollectionCard as Card } from '#contract/collections.ts'
import { collections, collectionTitles } from '#data/areas/collections.ts'
import { useRead } from '#data/react/readHooks.ts'
import { CollectionCover } from '#parts/cards/CollectionCover.tsx'
import { useAvailability } from '#parts/cards/useAvailability.ts'
import { EmptyListState } from '#parts/lists/EmptyListState.tsx'
import { ListSkeleton } from '#parts/lists/ListSkeleton.tsx'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { ResultSummary } from '#parts/lists/ResultSummary.tsx'
import { collectionsText } from '#text/collections.ts'
import { browseText } from '#text/titles.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Page } from '#ui/layout/Page.tsx'
import styles from './CollectionsScreen.module.css'
import { withDistinctCovers } from './withDistinctCovers.ts'

/** Placeholders shown while the number of collections is unknown. */
const PLACEHOLDERS = 12
/** Covers visible on a phone without scrolling, loaded eagerly. */
const EAGER = 2

/** All collections with the posters of their best-known titles. */
export function CollectionsScreen() {
  const view = useRead(collections())
  return (
    <Page title={collectionsText.title} description={collectionsText.about}>
      <ReadView view={view} skeleton={<CoversSkeleton />} isEmpty={(all) => all.length === 0} empty={<NoCollections />}>
        {(all, age) => (
          <>
            <ResultSummary text={collectionsText.total(all.length)} age={age} />
            <Covers collections={all} />
          </>
        )}
      </ReadView>
    </Page>
  )
}

function Covers({ collections: all }: { collections: Card[] }) {
  const isInReach = useAvailability(all.map(({ id }) => collectionTitles(id, { order: 'own', page: 1 })))
  return (
    <ul className={styles.covers} aria-label={collectionsText.title}>
      {withDistinctCovers(all).map((card, at) => (
        <li key={card.id}>
          <CollectionCover card={card} outOfReach={!isInReach(at)} first={at < EAGER} />
        </li>
      ))}
    </ul>
  )
}

function CoversSkeleton() {
  return (
    <ListSkeleton count={PLACEHOLDERS} list={styles.covers}>
      <Skeleton ratio="16 / 11" radius="var(--radius-m)" />
      <div className={styles.lines}>
        <Skeleton inlineSize="70%" blockSize={13} />
        <Skeleton inlineSize="40%" blockSize={9} />
      </div>
    </ListSkeleton>
  )
}

function NoCollections() {
  return (
    <EmptyListState title={collectionsText.nothing}>
      <Link to="/" className={buttonClass('quiet')}>
        {browseText.browseAll}
      </Link>
    </EmptyListState>
  )
}

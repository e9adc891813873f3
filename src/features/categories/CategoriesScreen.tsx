import { Link } from '@tanstack/react-router'
import type { GenreTile as Tile } from '#contract/genres.ts'
import { genreTiles } from '#data/areas/genres.ts'
import { titleSearch } from '#data/areas/titles.ts'
import { useRead } from '#data/react/readHooks.ts'
import { useAvailability } from '#parts/cards/useAvailability.ts'
import { EmptyListState } from '#parts/lists/EmptyListState.tsx'
import { ListSkeleton } from '#parts/lists/ListSkeleton.tsx'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { ResultSummary } from '#parts/lists/ResultSummary.tsx'
import { categoriesText } from '#text/categories.ts'
import { browseText } from '#text/titles.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Page } from '#ui/layout/Page.tsx'
import styles from './CategoriesScreen.module.css'
import { GenreTile } from './GenreTile.tsx'

/** Placeholders shown while the number of genres is unknown. */
const PLACEHOLDERS = 18

/** All genres with posters and title counts. */
export function CategoriesScreen() {
  const view = useRead(genreTiles())
  return (
    <Page title={categoriesText.title} description={categoriesText.about}>
      <ReadView view={view} skeleton={<TilesSkeleton />} isEmpty={(genres) => genres.length === 0} empty={<NoGenres />}>
        {(genres, age) => (
          <>
            <ResultSummary text={categoriesText.total(genres.length)} age={age} />
            <Tiles genres={genres} />
          </>
        )}
      </ReadView>
    </Page>
  )
}

function Tiles({ genres }: { genres: Tile[] }) {
  // The same query as the genre's page, so that the cache tells whether that page works offline.
  const isInReach = useAvailability(genres.map(({ id }) => titleSearch({ order_by: 'newest', genre: id })))
  return (
    <ul className={styles.tiles} aria-label={categoriesText.title}>
      {genres.map((genre, at) => (
        <li key={genre.id}>
          <GenreTile genre={genre} outOfReach={!isInReach(at)} first={at < 4} />
        </li>
      ))}
    </ul>
  )
}

function TilesSkeleton() {
  return (
    <ListSkeleton count={PLACEHOLDERS} list={styles.tiles} item={styles.placeholder}>
      <Skeleton blockSize="100%" radius="var(--radius-m)" />
    </ListSkeleton>
  )
}

function NoGenres() {
  return (
    <EmptyListState title={categoriesText.nothing}>
      <Link to="/" className={buttonClass('quiet')}>
        {browseText.browseAll}
      </Link>
    </EmptyListState>
  )
}

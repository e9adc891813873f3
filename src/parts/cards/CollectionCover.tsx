import { Link } from '@tanstack/react-router'
import type { CollectionCard } from '#contract/collections.ts'
import { collectionLink } from '#parts/navigation/links.ts'
import { useTitleNavigation } from '#parts/navigation/useTitleNavigation.ts'
import { collectionsText } from '#text/collections.ts'
import { ownColor } from '#ui/pictures/Picture.tsx'
import styles from './CollectionCover.module.css'
import { CoverPosters } from './CoverPosters.tsx'

const POSTER_SIZES = '(min-width: 1000px) 140px, (min-width: 675px) 14vw, 22vw'

/** Link to a collection: a stack of its best-known posters, its name and the number of titles. */
export function CollectionCover({
  card,
  outOfReach,
  first,
}: {
  card: CollectionCard
  outOfReach: boolean
  first: boolean
}) {
  const follow = useTitleNavigation(outOfReach)
  return (
    <Link
      {...collectionLink(card)}
      className={styles.link}
      data-out-of-reach={outOfReach || undefined}
      onClick={follow}
    >
      <span className={styles.covers} style={ownColor(card.covers[0]?.posterColor)} aria-hidden="true">
        <CoverPosters covers={card.covers} sizes={POSTER_SIZES} first={first} className={styles.poster} />
      </span>
      <span className={styles.name}>{card.titleFa}</span>
      <span className={styles.count}>{collectionsText.count(card.count)}</span>
    </Link>
  )
}

import { Link } from '@tanstack/react-router'
import type { GenreTile as Tile } from '#contract/genres.ts'
import { CoverPosters } from '#parts/cards/CoverPosters.tsx'
import { genreLink } from '#parts/navigation/links.ts'
import { useTitleNavigation } from '#parts/navigation/useTitleNavigation.ts'
import { categoriesText } from '#text/categories.ts'
import { ownColor } from '#ui/pictures/Picture.tsx'
import styles from './GenreTile.module.css'

const POSTER_SIZES = '(min-width: 1000px) 140px, (min-width: 675px) 14vw, 20vw'

/** Link to a genre: its name on the colour of its best-known title, with posters. */
export function GenreTile({ genre, outOfReach, first }: { genre: Tile; outOfReach: boolean; first: boolean }) {
  const follow = useTitleNavigation(outOfReach)
  const { covers, titleFa, titleEn, count } = genre
  return (
    <Link
      {...genreLink(genre)}
      className={styles.tile}
      style={ownColor(covers[0]?.posterColor)}
      data-out-of-reach={outOfReach || undefined}
      onClick={follow}
    >
      <span className={styles.posters} aria-hidden="true">
        <CoverPosters covers={covers} sizes={POSTER_SIZES} first={first} className={styles.poster} />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{titleFa}</span>
        <bdi dir="ltr" className={styles.latin}>
          {titleEn}
        </bdi>
        {count > 0 && <span className={styles.count}>{categoriesText.count(count)}</span>}
      </span>
    </Link>
  )
}

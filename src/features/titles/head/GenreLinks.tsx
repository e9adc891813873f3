import { Link } from '@tanstack/react-router'
import type { TitleCard } from '#contract/titleCards.ts'
import { genreLink } from '#parts/navigation/links.ts'
import styles from './TitleHead.module.css'

/** Links to a title's genres, as list items. */
export function GenreLinks({ genres }: { genres: TitleCard['genres'] }) {
  return genres.map((genre) => (
    <li key={genre.id}>
      <Link {...genreLink(genre)} className={styles.genre}>
        {genre.titleFa}
      </Link>
    </li>
  ))
}

import { Link } from '@tanstack/react-router'
import type { TitleCard } from '#contract/titleCards.ts'
import { genreLink } from '#parts/navigation/links.ts'
import styles from './TitleHead.module.css'

/** A title's genres, each the way to all of its titles; items of a list. */
export function GenreLinks({ genres }: { genres: TitleCard['genres'] }) {
  return genres.map((genre) => (
    <li key={genre.id}>
      <Link {...genreLink(genre)} className={styles.genre}>
        {genre.titleFa}
      </Link>
    </li>
  ))
}

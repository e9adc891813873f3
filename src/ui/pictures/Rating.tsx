import { percentWords, splitRating } from '#text/titleFacts.ts'
import { ratingText } from '#text/titles.ts'
import styles from './Rating.module.css'

/** IMDb rating with its integer part in bold (docs/specification.md, section 3). */
export function ImdbRating({ rating }: { rating: number }) {
  const { whole, fraction } = splitRating(rating)
  return (
    <span className={`${styles.rating} ${styles.star}`} role="img" aria-label={ratingText.imdb(rating)}>
      <b>{whole}</b>
      {fraction}
    </span>
  )
}

/** Share of positive reviews, with the matching Rotten Tomatoes icon. */
export function TomatoMeter({ meter, status }: { meter: number; status: 'fresh' | 'rotten' | 'certified' }) {
  return (
    <span className={`${styles.rating} ${styles[status]}`} role="img" aria-label={ratingText.tomatoes(meter, status)}>
      {percentWords(meter)}
    </span>
  )
}

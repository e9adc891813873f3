import { percentWords, splitRating } from '#text/titleFacts.ts'
import { ratingText } from '#text/titles.ts'
import styles from './Rating.module.css'

/** IMDb's figure, its whole part bold (specification, section 3). */
export function ImdbRating({ rating }: { rating: number }) {
  const { whole, fraction } = splitRating(rating)
  return (
    <span className={styles.rating} role="img" aria-label={ratingText.imdb(rating)}>
      <svg className={styles.star} viewBox="0 0 16 16" aria-hidden="true">
        <path d="M8 1.300 10.100 5.600l4.700.700-3.400 3.300.800 4.700L8 12.100l-4.200 2.200.800-4.700L1.200 6.300l4.700-.700z" />
      </svg>
      <span>
        <b>{whole}</b>
        {fraction}
      </span>
    </span>
  )
}

/** The critics' share, with the fruit it earned. */
export function TomatoMeter({ meter, status }: { meter: number; status: 'fresh' | 'rotten' | 'certified' }) {
  return (
    <span className={styles.rating} role="img" aria-label={ratingText.tomatoes(meter, status)}>
      {status === 'rotten' ? <Splash /> : <Tomato certified={status === 'certified'} />}
      <span>{percentWords(meter)}</span>
    </span>
  )
}

function Tomato({ certified }: { certified: boolean }) {
  return (
    <svg className={styles.fruit} viewBox="0 0 16 16" aria-hidden="true">
      {certified && <circle className={styles.ring} cx="8" cy="8.500" r="7" />}
      <circle className={styles.tomato} cx="8" cy="8.900" r="5.300" />
      <path
        className={styles.leaf}
        d="M8 5.200C6.700 3.700 5 3.600 4.100 4.300c1.200.2 1.600.9 1.500 1.900.9-.3 1.700-.3 2.400.3.700-.6 1.500-.6 2.400-.3-.1-1 .3-1.700 1.500-1.900-.9-.7-2.600-.6-3.900.9zM7.500 4.800c-.1-1.100.1-2 .8-2.800l.8.4c-.6.7-.8 1.500-.7 2.400z"
      />
    </svg>
  )
}

function Splash() {
  return (
    <svg className={styles.fruit} viewBox="0 0 16 16" aria-hidden="true">
      <path
        className={styles.rotten}
        d="M8 2.600c1 0 1 1.600 2 1.700 1.100.1 2-1 2.700-.300.700.800-.7 1.700-.4 2.700.3.900 2 .9 2 1.900s-1.700 1-2 1.900c-.3 1 1.100 1.900.4 2.700-.7.700-1.600-.400-2.700-.300-1 .100-1 1.700-2 1.700s-1-1.600-2-1.700c-1.100-.100-2 1-2.700.300-.7-.800.7-1.700.4-2.700-.3-.900-2-.900-2-1.900s1.700-1 2-1.900c.3-1-1.100-1.900-.4-2.700.7-.700 1.600.400 2.700.300 1-.100 1-1.700 2-1.700z"
      />
    </svg>
  )
}

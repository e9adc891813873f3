import type { TitleCard } from '#contract/titleCards.ts'
import { votesWords } from '#text/titleFacts.ts'
import { titleText, tomatoStatusText } from '#text/titles.ts'
import { ImdbRating, TomatoMeter } from '#ui/pictures/Rating.tsx'
import styles from './Scores.module.css'

/** Known ratings by users and critics. Reserves its height. */
export function Scores({ card: { rating, votes, rottenTomatoes } }: { card: TitleCard }) {
  return (
    <div className={styles.scores}>
      {rating !== null && (
        <div className={styles.score}>
          <ImdbRating rating={rating} />
          <span className={styles.note}>
            <bdi dir="ltr">IMDb</bdi>
            {votesWords(votes) && `، ${votesWords(votes)}`}
          </span>
        </div>
      )}
      {rottenTomatoes && (
        <div className={styles.score}>
          <TomatoMeter meter={rottenTomatoes.rtMeter} status={rottenTomatoes.rtStatus} />
          <span className={styles.note}>
            {titleText.critics}: {tomatoStatusText[rottenTomatoes.rtStatus]}
          </span>
        </div>
      )}
    </div>
  )
}

import type { TitleCard } from '#contract/titleCards.ts'
import { TitleBodySkeleton } from '#features/titles/TitleBody.tsx'
import { ownColor } from '#ui/pictures/Picture.tsx'
import styles from './TitleHead.module.css'
import { HeadPoster, HeadRestSkeleton } from './TitleHead.tsx'

/** The head of a title page, rendered from the card with few elements and no subscriptions. Matches `TitleHead`. */
export function TitlePreviewContent({ card }: { card: TitleCard | undefined }) {
  return (
    <>
      <div className={styles.head}>
        <div className={styles.backdrop} style={ownColor(card?.posterColor)} />
        <div className={styles.inside}>
          <div className={styles.poster}>{card && <HeadPoster card={card} />}</div>
          <div className={styles.names}>
            <h1 className={styles.name}>{card && (card.titleFa || card.titleEn)}</h1>
            <p className={styles.latin}>
              <bdi dir="ltr">{card?.titleEn}</bdi>
            </p>
            <p className={styles.facts} />
          </div>
          <HeadRestSkeleton />
        </div>
      </div>
      <TitleBodySkeleton />
    </>
  )
}

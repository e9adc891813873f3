import type { TitleCard } from '#contract/titleCards.ts'
import { ownColor, Picture } from '#ui/Picture.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TitleBodySkeleton } from './TitleBody.tsx'
import styles from './TitleHead.module.css'

/** What a title's page begins with, as its head will stand (`TitleHead`): few elements, that ask nobody anything. */
export function TitleCurtain({ card }: { card: TitleCard | undefined }) {
  const name = card ? card.titleFa || card.titleEn : ''
  return (
    <>
      <div className={styles.head}>
        <div className={styles.backdrop} style={ownColor(card?.posterColor)} />
        <div className={styles.inside}>
          {/* The poster that grows into the page is the page's own. */}
          <div className={styles.poster} style={{ viewTransitionName: 'none' }}>
            {card && (
              <Picture
                source={card.poster}
                shape="poster"
                alt=""
                sizes="(min-width: 675px) 260px, 112px"
                color={card.posterColor}
                lettering={name}
                first
              />
            )}
          </div>
          <div className={styles.names}>
            <h1 className={styles.name}>{name}</h1>
            <p className={styles.latin}>
              <bdi dir="ltr">{card?.titleEn}</bdi>
            </p>
            <p className={styles.facts} />
          </div>
          <div className={styles.rest}>
            <Skeleton inlineSize={220} blockSize={28} />
            <div className={styles.gap} />
            <Skeleton inlineSize={260} blockSize={30} />
            <div className={styles.gap} />
            <Skeleton inlineSize="min(100%, 360px)" blockSize={48} />
            <div className={styles.gap} />
            <Skeleton inlineSize="min(100%, 360px)" blockSize={44} />
          </div>
        </div>
      </div>
      <TitleBodySkeleton />
    </>
  )
}

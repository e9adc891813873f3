import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { ShareButton } from '#parts/actions/ShareButton.tsx'
import { WatchlistButton } from '#parts/actions/WatchlistButton.tsx'
import { factsLine, runtimeWords, seasonsWords } from '#text/titleFacts.ts'
import { readText, titlesText, titleText } from '#text/titles.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { ownColor, Picture } from '#ui/pictures/Picture.tsx'
import { GenreLinks } from './GenreLinks.tsx'
import { LikeButton } from './LikeButton.tsx'
import { Scores } from './Scores.tsx'
import { TitleActions } from './TitleActions.tsx'
import styles from './TitleHead.module.css'
import { VersionSwitch } from './VersionSwitch.tsx'
import { WatchedButton } from './WatchedButton.tsx'

/**
 * The head of a title page: pictures, names, facts, ratings and actions. Rendered from the card until the title
 * arrives.
 */
export function TitleHead({
  card,
  title,
  chosenDub,
  onChoose,
}: {
  card: TitleCard
  title: Title | undefined
  /** The dubbed or the other version; undefined without a choice. */
  chosenDub: boolean | undefined
  onChoose: (dub: boolean) => void
}) {
  const name = card.titleFa || card.titleEn
  return (
    <header className={styles.head}>
      <div className={styles.backdrop} style={ownColor(card.posterColor)}>
        {title && (
          <Picture source={title.backdrop} shape="backdrop" alt="" sizes="100vw" color={card.posterColor} first fill />
        )}
      </div>
      <div className={styles.inside}>
        <div className={styles.poster} data-poster>
          <HeadPoster card={card} />
        </div>
        <div className={styles.names}>
          <h1 className={styles.name} tabIndex={-1}>
            {name}
          </h1>
          <p className={styles.latin}>
            <bdi dir="ltr">{card.titleEn}</bdi>
          </p>
          <p className={styles.facts}>
            {factsOf(card, title)}
            {title?.ageRating && (
              <span className={styles.age} title={titleText.ageRating}>
                <bdi dir="ltr">{title.ageRating}</bdi>
              </span>
            )}
          </p>
        </div>
        <div className={styles.rest}>
          <Scores card={card} />
          <ul className={styles.badges}>
            {card.isDubbed && <li className={styles.badge}>{titlesText.dubbed}</li>}
            {card.hasSubtitle && <li className={styles.badge}>{titlesText.subtitled}</li>}
            <GenreLinks genres={card.genres} />
          </ul>
          {card.isDubbed && <VersionSwitch card={card} dub={chosenDub === true} onChoose={onChoose} />}
          <TitleActions card={card} title={title} chosenDub={chosenDub} />
          <div className={styles.actions}>
            <WatchlistButton card={card} />
            <LikeButton title={card} likes={title?.likes ?? 0} />
            {card.isComing !== true && <WatchedButton card={card} title={title} />}
            <ShareButton title={name} />
          </div>
        </div>
      </div>
    </header>
  )
}

function factsOf(card: TitleCard, title: Title | undefined): string {
  return factsLine([
    card.type === 'series' ? titlesText.series : null,
    titleText.year(card.year),
    title && seasonsWords(title.seasons),
    title?.type === 'movie' && runtimeWords(title.runtime),
  ])
}

/** Placeholder of the head, in its final size. */
export function TitleHeadSkeleton() {
  return (
    <div className={styles.head}>
      <div className={styles.backdrop} />
      <div className={styles.inside}>
        <h1 className="sr-only" tabIndex={-1}>
          {readText.loading}
        </h1>
        <div className={styles.poster}>
          <Skeleton ratio="2 / 3" radius="0" />
        </div>
        <div className={styles.names}>
          <Skeleton inlineSize="min(70%, 320px)" blockSize={30} />
          <div className={styles.gap} />
          <Skeleton inlineSize="min(50%, 200px)" blockSize={14} />
          <div className={styles.gap} />
          <Skeleton inlineSize="min(60%, 240px)" blockSize={14} />
        </div>
        <HeadRestSkeleton />
      </div>
    </div>
  )
}

export function HeadPoster({ card }: { card: TitleCard }) {
  return (
    <Picture
      source={card.poster}
      shape="poster"
      alt=""
      sizes="(min-width: 675px) 260px, 112px"
      color={card.posterColor}
      lettering={card.titleFa || card.titleEn}
      first
    />
  )
}

/** Placeholders of the content below the names. */
export function HeadRestSkeleton() {
  return (
    <div className={styles.rest}>
      <Skeleton inlineSize={220} blockSize={28} />
      <div className={styles.gap} />
      <Skeleton inlineSize={260} blockSize={30} />
      <div className={styles.gap} />
      <Skeleton inlineSize="min(100%, 360px)" blockSize={48} />
      <div className={styles.gap} />
      <Skeleton inlineSize="min(100%, 360px)" blockSize={44} />
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Slide } from '#contract/titles.ts'
import { useOfflinePlayback } from '#data/react/downloadHooks.ts'
import { useHasPremium } from '#data/react/premiumHooks.ts'
import { WatchlistButton } from '#parts/actions/WatchlistButton.tsx'
import { titleLink } from '#parts/navigation/links.ts'
import { PlayLink } from '#parts/navigation/PlayLink.tsx'
import { playText } from '#text/play.ts'
import { factsLine, runtimeWords } from '#text/titleFacts.ts'
import { slideshowText, titleText } from '#text/titles.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { LockIcon } from '#ui/icons/fileIcons.tsx'
import { PlayIcon } from '#ui/icons/icons.tsx'
import { applyStyle } from '#ui/pictures/applyStyle.ts'
import { Picture } from '#ui/pictures/Picture.tsx'
import { ImdbRating } from '#ui/pictures/Rating.tsx'
import styles from './HeroSlide.module.css'
import { heroPicture } from './heroPicture.ts'

/** One title of the slideshow: on a desk its backdrop behind the text, on phones its poster beside it. */
export function HeroSlide({
  slide,
  position,
  isFirst,
  loadsPicture,
  onPictureLoad,
}: {
  slide: Slide
  /** Position, for screen readers. */
  position: string
  isFirst: boolean
  /** Loads the picture. */
  loadsPicture: boolean
  onPictureLoad: () => void
}) {
  const nameId = useId()
  const downloads = useOfflinePlayback()
  // The first episode of a series is free.
  const isLocked = useHasPremium() === false && slide.isPremium === true && slide.type === 'movie'
  const name = slide.titleFa || slide.titleEn
  return (
    <article className={styles.slide} aria-roledescription={slideshowText.slideKind} aria-label={position}>
      <div className={styles.picture}>
        {loadsPicture && (
          <Picture
            {...heroPicture(slide)}
            alt=""
            color={slide.posterColor}
            lettering={name}
            first={isFirst}
            fill
            onLoad={onPictureLoad}
          />
        )}
      </div>
      <div ref={(scrim) => applyStyle(scrim, { '--own-color': slide.posterColor })} className={styles.scrim} />
      <div className={styles.text}>
        <h2 id={nameId} className={styles.name}>
          <Link {...titleLink(slide)}>{name}</Link>
        </h2>
        <p className={styles.latin}>
          <bdi dir="ltr">{slide.titleEn}</bdi>
        </p>
        <p className={styles.facts}>
          {slide.rating !== null && <ImdbRating rating={slide.rating} />}
          <span>{factsLine([titleText.year(slide.year), runtimeWords(slide.runtime), slide.genres[0]?.titleFa])}</span>
        </p>
        {slide.synopsis !== null && <p className={styles.synopsis}>{slide.synopsis}</p>}
        <div className={styles.actions}>
          <PlayLink
            title={slide}
            isDownloaded={downloads?.plays({ titleId: slide.id })}
            className={`${buttonClass('solid')} ${styles.play} ${isLocked ? styles.locked : ''}`}
            label={(isLocked ? playText.lockedOf : playText.playOf)(name)}
          >
            {isLocked ? <LockIcon size={20} /> : <PlayIcon size={20} />}
            {playText.play}
          </PlayLink>
          <Link {...titleLink(slide)} className={buttonClass('quiet')} aria-describedby={nameId}>
            {slideshowText.details}
          </Link>
          <WatchlistButton card={slide} describedBy={nameId} />
        </div>
      </div>
    </article>
  )
}

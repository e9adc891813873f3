import { memo, type ReactNode, useId } from 'react'
import type { TitleCard as Card } from '#contract/titleCards.ts'
import { WatchlistToggle } from '#parts/actions/WatchlistButton.tsx'
import { titleLink } from '#parts/navigation/links.ts'
import { useIntentPrefetch } from '#parts/navigation/useIntentPrefetch.ts'
import { useTitleNavigation } from '#parts/navigation/useTitleNavigation.ts'
import { titlesText, titleText } from '#text/titles.ts'
import { Picture } from '#ui/pictures/Picture.tsx'
import { ImdbRating } from '#ui/pictures/Rating.tsx'
import { gregorianYear, isNew } from './isNew.ts'
import styles from './TitleCard.module.css'
import { type CardState, sameState } from './useCardStates.ts'
import { useLongPress } from './useLongPress.ts'
import { useYear } from './useYear.ts'
import { WatchProgressBar } from './WatchProgressBar.tsx'

/** Card widths for `sizes`: three columns on a phone, up to eight on a desktop. */
const CARD_SIZES = '(min-width: 1280px) 168px, (min-width: 675px) 20vw, 30vw'

/**
 * A title in a grid or row. Plain elements only, because hundreds of cards must scroll smoothly. Hover, focus or a long
 * press reveals the save button.
 */
export const TitleCard = memo(PlainTitleCard, (before, now) => {
  const { state, ...rest } = now
  const names = Object.keys(rest) as (keyof typeof rest)[]
  return sameState(before.state, state) && names.every((name) => before[name] === rest[name])
})

interface Props {
  card: Card
  state: CardState
  sizes?: string
  /** Loads the poster eagerly, for the first screen. */
  first?: boolean
  /** Renders text only, at the same height; pictures and buttons follow when the browser is idle. */
  light?: boolean
  /** Watch progress from 0 to 1. */
  progress?: number | undefined
  /** Replaces year and genre below the names. */
  facts?: string | undefined
  /** A control in the middle of the poster. */
  overlay?: ReactNode
  /** Replaces the save button below the poster; visible without hovering on touch screens. */
  corner?: ReactNode
  /** Replaces the default action of the save button, which then stays visible. */
  onToggle?: (() => void) | undefined
}

function PlainTitleCard({
  card,
  state,
  sizes = CARD_SIZES,
  first = false,
  light = false,
  progress,
  facts,
  overlay,
  corner,
  onToggle,
}: Props) {
  const nameId = useId()
  const press = useLongPress()
  const name = card.titleFa || card.titleEn
  const { saved, outOfReach, isLocked } = state
  const thisYear = useYear(gregorianYear)
  const ribbon = isLocked
    ? titlesText.premium
    : isNew(card, thisYear)
      ? titlesText.isNew
      : card.isDubbed
        ? titlesText.dubbed
        : undefined
  const link = useIntentPrefetch(titleLink(card), {
    onClick: useTitleNavigation(outOfReach, card),
  })

  return (
    <article
      className={styles.card}
      data-pressed={press.isPressed || undefined}
      data-removable={onToggle !== undefined || undefined}
      data-corner={corner !== undefined || undefined}
      data-out-of-reach={outOfReach || undefined}
    >
      <a {...link} {...press.handlers} className={styles.link}>
        <div className={styles.poster} data-poster>
          {!light && (
            <Picture
              source={card.poster}
              shape="poster"
              alt=""
              sizes={sizes}
              color={card.posterColor}
              lettering={name}
              first={first}
            />
          )}
          {progress !== undefined && <WatchProgressBar part={progress} />}
        </div>
        <div className={styles.text}>
          <h3 id={nameId} className={styles.name}>
            {name}
          </h3>
          <bdi dir="ltr" className={styles.latin}>
            {card.titleEn}
          </bdi>
          <p className={styles.facts}>
            {(outOfReach ? titlesText.notReady : facts) ?? (
              <>
                <span>{titleText.year(card.year)}</span>
                {!light && card.rating !== null && <ImdbRating rating={card.rating} />}
                <span>{card.genres[0]?.titleFa}</span>
              </>
            )}
          </p>
        </div>
        {!light && ribbon !== undefined && (
          <p className={`${styles.ribbon} ${isLocked ? styles.premium : ''}`}>{ribbon}</p>
        )}
      </a>
      {overlay !== undefined && <div className={styles.overlay}>{overlay}</div>}
      {!light && (
        <div className={styles.save}>
          {corner ?? <WatchlistToggle card={card} state={saved} look="disc" describedBy={nameId} onToggle={onToggle} />}
        </div>
      )}
    </article>
  )
}

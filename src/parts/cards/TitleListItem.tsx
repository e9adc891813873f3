import { type ReactNode, useId } from 'react'
import type { TitleCard as Card } from '#contract/titleCards.ts'
import { WatchlistToggle } from '#parts/actions/WatchlistButton.tsx'
import { titleLink } from '#parts/navigation/links.ts'
import { useIntentPrefetch } from '#parts/navigation/useIntentPrefetch.ts'
import { useTitleNavigation } from '#parts/navigation/useTitleNavigation.ts'
import { factsLine } from '#text/titleFacts.ts'
import { titlesText, titleText } from '#text/titles.ts'
import { Picture } from '#ui/pictures/Picture.tsx'
import { ImdbRating, TomatoMeter } from '#ui/pictures/Rating.tsx'
import styles from './TitleListItem.module.css'
import row from './titleRow.module.css'
import type { CardState } from './useCardStates.ts'
import { WatchProgressBar } from './WatchProgressBar.tsx'

/**
 * A title in a list, with every fact that a search result shows (docs/specification.md, section 2) and the save button.
 */
export function TitleListItem({
  card,
  state,
  note,
  first = false,
  light = false,
  progress,
  end,
  onToggle,
}: {
  card: Card
  state: CardState
  /** On a separate line: small phones have no room beside the ratings, and all rows must have one height. */
  note?: ReactNode
  first?: boolean
  /** Renders text only, at the same height; pictures and buttons follow when the browser is idle. */
  light?: boolean
  /** Watch progress from 0 to 1. */
  progress?: number | undefined
  /** Replaces the save button at the row's end. */
  end?: ReactNode
  /** Replaces the default action of the save button. */
  onToggle?: (() => void) | undefined
}) {
  const nameId = useId()
  const link = useIntentPrefetch(titleLink(card), {
    onClick: useTitleNavigation(state.outOfReach, card),
  })
  const genres = card.genres.slice(0, 3).map(({ titleFa }) => titleFa)
  return (
    <article className={styles.line} data-out-of-reach={state.outOfReach || undefined}>
      <a {...link} className={`${row.link} ${styles.link}`}>
        <div className={`${row.poster} ${styles.poster}`} data-poster>
          {!light && (
            <Picture source={card.poster} shape="poster" alt="" sizes="72px" color={card.posterColor} first={first} />
          )}
          {!light && progress !== undefined && <WatchProgressBar part={progress} />}
        </div>
        <div className={styles.text}>
          <h3 id={nameId} className={`${row.name} ${styles.name}`}>
            {card.titleFa || card.titleEn}
          </h3>
          <bdi dir="ltr" className={row.latin}>
            {card.titleEn}
          </bdi>
          <p className={`${row.facts} ${styles.facts}`}>
            {factsLine([
              state.outOfReach && titlesText.notReady,
              titlesText[card.type],
              titleText.year(card.year),
              card.isDubbed ? titlesText.dubbed : null,
              ...genres,
            ])}
          </p>
          <p className={styles.ratings}>
            {!light && card.rating !== null && <ImdbRating rating={card.rating} />}
            {!light && card.rottenTomatoes && (
              <TomatoMeter meter={card.rottenTomatoes.rtMeter} status={card.rottenTomatoes.rtStatus} />
            )}
          </p>
          {note !== undefined && <p className={styles.note}>{note}</p>}
        </div>
      </a>
      {!light &&
        (end ?? (
          <WatchlistToggle card={card} state={state.saved} look="round" describedBy={nameId} onToggle={onToggle} />
        ))}
    </article>
  )
}

import { useId } from 'react'
import type { ComingTitle } from '#contract/titles.ts'
import { clock } from '#data/platform/clock.ts'
import { WatchlistToggle } from '#parts/actions/WatchlistButton.tsx'
import row from '#parts/cards/titleRow.module.css'
import type { CardState } from '#parts/cards/useCardStates.ts'
import { titleLink } from '#parts/navigation/links.ts'
import { useIntentPrefetch } from '#parts/navigation/useIntentPrefetch.ts'
import { useTitleNavigation } from '#parts/navigation/useTitleNavigation.ts'
import { comingSoonText, daysLeft } from '#text/comingSoon.ts'
import { formatLeaf } from '#text/format.ts'
import { factsLine } from '#text/titleFacts.ts'
import { titlesText } from '#text/titles.ts'
import { BellIcon } from '#ui/icons/menuIcons.tsx'
import { Picture } from '#ui/pictures/Picture.tsx'
import styles from './ComingItem.module.css'

/** An upcoming title with its release date. The notify button saves the title: saved titles are announced. */
export function ComingItem({ title, state, first }: { title: ComingTitle; state: CardState; first: boolean }) {
  const nameId = useId()
  const link = useIntentPrefetch(titleLink(title), { onClick: useTitleNavigation(state.outOfReach, title) })
  const name = title.titleFa || title.titleEn
  const { releasedAt: day } = title
  return (
    <article className={styles.item} data-out-of-reach={state.outOfReach || undefined}>
      <a {...link} className={`${row.link} ${styles.link}`}>
        <div className={`${row.poster} ${styles.poster}`} data-poster>
          <Picture
            source={title.poster}
            shape="poster"
            alt=""
            sizes="(min-width: 675px) 128px, 96px"
            color={title.posterColor}
            lettering={name}
            first={first}
          />
        </div>
        <div className={styles.text}>
          {day !== null && <Leaf day={day} />}
          <h3 id={nameId} className={`${row.name} ${styles.name}`}>
            {name}
          </h3>
          <bdi dir="ltr" className={row.latin}>
            {title.titleEn}
          </bdi>
          <p className={`${row.facts} ${styles.facts}`}>
            {factsLine([titlesText[title.type], ...title.genres.slice(0, 2).map(({ titleFa }) => titleFa)])}
          </p>
          {title.synopsis !== null && <p className={styles.synopsis}>{title.synopsis}</p>}
        </div>
      </a>
      <div className={styles.action}>
        <WatchlistToggle
          card={title}
          state={state.saved}
          label={comingSoonText.notify}
          pressedText={comingSoonText.notified}
          icon={<BellIcon size={20} />}
          describedBy={nameId}
        />
      </div>
    </article>
  )
}

/** The release date and the days until then. */
function Leaf({ day: iso }: { day: string }) {
  const { day, weekday } = formatLeaf(iso)
  return (
    <p className={styles.leaf}>
      <span className={styles.day}>{day}</span>
      <span>{weekday}</span>
      <span className={styles.left}>{daysLeft(iso, clock.now())}</span>
    </p>
  )
}

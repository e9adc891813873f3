import { startTransition, useEffect, useState } from 'react'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Release } from '#data/areas/calendar.ts'
import { clock } from '#data/platform/clock.ts'
import row from '#parts/cards/titleRow.module.css'
import { type CardState, useCardStates } from '#parts/cards/useCardStates.ts'
import { titleLink } from '#parts/navigation/links.ts'
import { useIntentPrefetch } from '#parts/navigation/useIntentPrefetch.ts'
import { useTitleNavigation } from '#parts/navigation/useTitleNavigation.ts'
import { calendarText, episodesLines } from '#text/calendar.ts'
import { daysLeft } from '#text/comingSoon.ts'
import { formatLeaf } from '#text/format.ts'
import { titlesText } from '#text/titles.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Picture } from '#ui/pictures/Picture.tsx'
import styles from './Agenda.module.css'

const PLACEHOLDERS = 3
/** Releases that are rendered first. */
const FIRST = 8

/** Id of the heading of a day. */
export function dayId(day: string): string {
  return `day-${day}`
}

/** Releases by day. A long agenda first shows the releases that fill a window. */
export function Agenda({ releases: all }: { releases: Release[] }) {
  const [isWhole, setWhole] = useState(false)
  useEffect(() => startTransition(() => setWhole(true)), [])
  const releases = isWhole ? all : all.slice(0, FIRST)
  const stateOf = useCardStates(releases.map(({ card }) => card))
  const days = [...new Set(releases.map(({ day }) => day))]
  return (
    <ol className={styles.days}>
      {days.map((day) => (
        <li key={day} className={styles.day}>
          <DayHeading day={day} />
          <ul className={styles.list}>
            {releases
              .filter((release) => release.day === day)
              .map(({ card, episodes }) => (
                <li key={card.id}>
                  <ReleaseItem card={card} state={stateOf(card.id)} lines={linesOf(card, episodes)} />
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function linesOf(card: TitleCard, episodes: Release['episodes']): string[] {
  if (episodes.length > 0) return episodesLines(episodes)
  return [card.type === 'series' ? calendarText.series : calendarText.film]
}

function DayHeading({ day: iso }: { day: string }) {
  const { day, weekday } = formatLeaf(iso)
  return (
    <h3 id={dayId(iso)} tabIndex={-1} className={styles.heading}>
      <span className={styles.number}>{day}</span> <span>{weekday}</span>{' '}
      <span className={styles.left}>{daysLeft(iso, clock.now())}</span>
    </h3>
  )
}

/** Announced titles without a day. */
export function UndatedTitles({ titles }: { titles: TitleCard[] }) {
  const stateOf = useCardStates(titles)
  return (
    <ul className={styles.list}>
      {titles.map((card) => (
        <li key={card.id}>
          <ReleaseItem card={card} state={stateOf(card.id)} lines={[titlesText[card.type]]} />
        </li>
      ))}
    </ul>
  )
}

function ReleaseItem({ card, state, lines }: { card: TitleCard; state: CardState; lines: string[] }) {
  const link = useIntentPrefetch(titleLink(card), { onClick: useTitleNavigation(state.outOfReach, card) })
  const name = card.titleFa || card.titleEn
  return (
    <article data-out-of-reach={state.outOfReach || undefined}>
      <a {...link} className={`${row.link} ${styles.link}`}>
        <div className={`${row.poster} ${styles.poster}`} data-poster>
          <Picture source={card.poster} shape="poster" alt="" sizes="56px" color={card.posterColor} />
        </div>
        <div className={styles.text}>
          <h4 className={`${row.name} ${styles.name}`}>{name}</h4>
          {lines.map((line) => (
            <p key={line} className={styles.line}>
              {line}
            </p>
          ))}
        </div>
      </a>
    </article>
  )
}

/** Placeholder of the agenda. */
export function AgendaSkeleton() {
  return (
    <div className={styles.days} role="status" aria-label={calendarText.loading}>
      {Array.from({ length: PLACEHOLDERS }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <div key={at} className={styles.day}>
          <Skeleton inlineSize={140} blockSize={24} />
          <Skeleton blockSize={84} radius="var(--radius-m)" />
        </div>
      ))}
    </div>
  )
}

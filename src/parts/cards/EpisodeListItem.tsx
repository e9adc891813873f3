import type { ReactNode } from 'react'
import type { PartProgress } from '#data/areas/watchedParts.ts'
import { persianDigits } from '#text/format.ts'
import { factsLine } from '#text/titleFacts.ts'
import { titleText } from '#text/titles.ts'
import { CheckIcon } from '#ui/icons/icons.tsx'
import styles from './EpisodeListItem.module.css'
import { WatchProgressBar } from './WatchProgressBar.tsx'

/**
 * An episode in any list: number or watched mark, name, facts and progress. Contains phrasing content only, so that a
 * link or a summary can wrap it.
 */
export function EpisodeListItem({
  number,
  titleFa,
  titleEn,
  facts = [],
  progress,
  isBilingual = false,
  marker,
  children,
}: {
  /** Null for files that belong to no known episode. */
  number: number | null
  titleFa: string | null
  titleEn: string | null
  facts?: Parameters<typeof factsLine>[0]
  progress: PartProgress
  /** Shows the original name below the Persian one. */
  isBilingual?: boolean
  /** Replaces the number. */
  marker?: ReactNode
  /** Rendered after the name. */
  children?: ReactNode
}) {
  const { isWatched: watched, fraction: part, resume } = progress
  const details = factsLine([...facts, watched && titleText.watched])
  const name = titleFa ?? titleEn
  return (
    <span className={styles.line} data-watched={watched || undefined}>
      {marker ?? (
        <span className={styles.number} aria-hidden="true">
          {watched ? <CheckIcon size={20} /> : number !== null && persianDigits(number)}
        </span>
      )}
      <span className={styles.text}>
        <span className={styles.name}>
          {number !== null && (
            <span className={name === null ? undefined : 'sr-only'}>
              {titleText.episode(number)}
              {name !== null && ': '}
            </span>
          )}
          {name}
          {children}
        </span>
        {/* Separates the words for copied text and for screen readers; the column ignores the space. */}{' '}
        {isBilingual && titleFa !== null && titleEn !== null && (
          <span className={styles.latin}>
            <bdi dir="ltr">{titleEn}</bdi>
          </span>
        )}{' '}
        {details !== '' && <span className={styles.facts}>{details}</span>}
        {part !== undefined && (resume !== undefined || !watched) && (
          <span className={styles.progress}>
            <WatchProgressBar part={part} />
          </span>
        )}
      </span>
    </span>
  )
}

import type { EpisodeMark } from '#contract/history.ts'
import type { Title } from '#contract/titles.ts'
import { isAhead } from '#data/goingOn.ts'
import { isWatched, watchedPart } from '#data/watchedPart.ts'
import { PlayLink } from '#parts/PlayLink.tsx'
import { WatchedBar } from '#parts/WatchedBar.tsx'
import { formatDate, persianDigits } from '#text/format.ts'
import { playText } from '#text/play.ts'
import { factsLine, runtimeWords } from '#text/titleFacts.ts'
import { titleText } from '#text/titles.ts'
import { CheckIcon, PlayIcon } from '#ui/icons.tsx'
import styles from './Episode.module.css'

/** One episode of a season; an item of its list. */
export function Episode({
  title,
  season,
  isHere,
  episode: { id, number, titleFa, titleEn, runtime, airedAt },
  mark,
}: {
  title: Title
  season: number
  /** It plays from this device. */
  isHere: boolean
  episode: Title['seasons'][number]['episodes'][number]
  /** How far the person is. */
  mark: EpisodeMark | undefined
}) {
  const watched = mark && isWatched(mark)
  const part = mark && watchedPart(mark)
  return (
    <li className={styles.episode} data-watched={watched || undefined}>
      <span className={styles.number} aria-hidden="true">
        {watched ? <CheckIcon size={20} /> : persianDigits(number)}
      </span>
      <div className={styles.words}>
        <p className={styles.name}>
          <span className="sr-only">{titleText.episode(number)}: </span>
          {titleFa ?? titleEn ?? titleText.episode(number)}
        </p>
        {titleFa !== null && titleEn !== null && (
          <p className={styles.latin}>
            <bdi dir="ltr">{titleEn}</bdi>
          </p>
        )}
        <p className={styles.facts}>
          {factsLine([airedAt && formatDate(airedAt), runtimeWords(runtime), watched && titleText.watched])}
        </p>
        {part !== undefined && !watched && (
          <span className={styles.progress}>
            <WatchedBar part={part} />
          </span>
        )}
      </div>
      {title.isComing !== true && !isAhead({ airedAt }) && (
        <PlayLink
          title={title}
          id={part !== undefined && !watched ? (mark?.fileId ?? id) : id}
          isHere={isHere}
          className={styles.play}
          label={(part !== undefined && !watched ? playText.resumeOf : playText.playOf)(
            playText.episode(season, number),
          )}
        >
          <PlayIcon size={22} />
        </PlayLink>
      )}
    </li>
  )
}

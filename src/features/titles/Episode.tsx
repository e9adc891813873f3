import type { EpisodeMark } from '#contract/history.ts'
import type { Title } from '#contract/titles.ts'
import { isUnaired } from '#data/areas/continueWatching.ts'
import { isWatched, watchedFraction } from '#data/areas/watchProgress.ts'
import { EpisodeListItem } from '#parts/cards/EpisodeListItem.tsx'
import { PlayLink } from '#parts/navigation/PlayLink.tsx'
import { formatDate } from '#text/format.ts'
import { playText } from '#text/play.ts'
import { runtimeWords } from '#text/titleFacts.ts'
import icon from '#ui/controls/IconButton.module.css'
import { PlayIcon } from '#ui/icons/icons.tsx'
import { useDownloadSlot } from './downloadSlot.ts'
import styles from './Episode.module.css'

/** One episode of a season, as a list item. */
export function Episode({
  title,
  season,
  dub,
  isDownloaded,
  episode: { id, number, titleFa, titleEn, runtime, airedAt, hasFilm },
  mark,
}: {
  title: Title
  season: number
  /** The version to play; undefined: the file's own, or the server's choice. */
  dub: boolean | undefined
  /** The episode plays from this device. */
  isDownloaded: boolean
  episode: Title['seasons'][number]['episodes'][number]
  /** Watch progress. */
  mark: EpisodeMark | undefined
}) {
  const renderDownload = useDownloadSlot()
  const isPlayable = title.isComing !== true && hasFilm && !isUnaired({ airedAt })
  const isStarted = mark && !isWatched(mark) && watchedFraction(mark) !== undefined
  return (
    <li className={styles.episode}>
      <EpisodeListItem
        number={number}
        titleFa={titleFa}
        titleEn={titleEn}
        facts={[airedAt && formatDate(airedAt), runtimeWords(runtime)]}
        mark={mark}
        isBilingual
      />
      {isPlayable && renderDownload?.({ title, dub, episode: { id, season, number } })}
      {isPlayable && (
        <PlayLink
          title={title}
          id={isStarted ? (mark.fileId ?? id) : id}
          dub={dub}
          isDownloaded={isDownloaded}
          className={icon.icon}
          label={(isStarted ? playText.resumeOf : playText.playOf)(playText.episode(season, number))}
        >
          <PlayIcon size={22} />
        </PlayLink>
      )}
    </li>
  )
}

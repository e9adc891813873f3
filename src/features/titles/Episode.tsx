import type { Title } from '#contract/titles.ts'
import { isUnaired } from '#data/areas/continueWatching.ts'
import type { Watched } from '#data/areas/history.ts'
import { partProgress } from '#data/areas/watchedParts.ts'
import { EpisodeListItem } from '#parts/cards/EpisodeListItem.tsx'
import { PlayLink } from '#parts/navigation/PlayLink.tsx'
import { formatDate, persianDigits } from '#text/format.ts'
import { playText } from '#text/play.ts'
import { runtimeWords } from '#text/titleFacts.ts'
import { watchedText } from '#text/watched.ts'
import icon from '#ui/controls/IconButton.module.css'
import { CheckIcon, PlayIcon } from '#ui/icons/icons.tsx'
import { Picture } from '#ui/pictures/Picture.tsx'
import { useDownloadSlot } from './downloadSlot.ts'
import styles from './Episode.module.css'
import { WatchedToggle } from './WatchedToggle.tsx'

/** One episode of a season, as a list item. */
export function Episode({
  title,
  season,
  dub,
  isDownloaded,
  episode: { id, number, titleFa, titleEn, runtime, airedAt, hasFilm, still },
  watched,
}: {
  title: Title
  season: number
  /** The version to play; undefined: the file's own, or the server's choice. */
  dub: boolean | undefined
  /** The episode plays from this device. */
  isDownloaded: boolean
  episode: Title['seasons'][number]['episodes'][number]
  /** The user's history of the title; undefined while unknown. */
  watched: Watched | null | undefined
}) {
  const renderDownload = useDownloadSlot()
  const isPlayable = title.isComing !== true && hasFilm && !isUnaired({ airedAt })
  const progress = partProgress(watched, id)
  const { resume } = progress
  const name = playText.episode(season, number)
  const marker = isUnaired({ airedAt }) ? undefined : (
    <WatchedToggle card={title} parts={[id]} name={name} watched={watched}>
      {(pressed, onClick) => (
        <button
          type="button"
          className={styles.marker}
          aria-pressed={pressed}
          aria-label={watchedText.episode(season, number)}
          onClick={onClick}
        >
          {pressed ? <CheckIcon size={18} /> : persianDigits(number)}
        </button>
      )}
    </WatchedToggle>
  )
  return (
    <li className={styles.episode}>
      <EpisodeListItem
        number={number}
        titleFa={titleFa}
        titleEn={titleEn}
        facts={[airedAt && formatDate(airedAt), runtimeWords(runtime)]}
        progress={progress}
        isBilingual
        marker={
          still === null ? (
            marker
          ) : (
            <span className={styles.still}>
              <Picture source={still} shape="still" alt="" sizes="104px" color={title.posterColor} fill />
              {marker ?? <span className={styles.marker}>{persianDigits(number)}</span>}
            </span>
          )
        }
      />
      {isPlayable && renderDownload?.({ title, dub, episode: { id, season, number } })}
      {isPlayable && (
        <PlayLink
          title={title}
          id={resume?.fileId ?? id}
          dub={dub}
          isDownloaded={isDownloaded}
          className={icon.icon}
          label={(resume ? playText.resumeOf : playText.playOf)(name)}
        >
          <PlayIcon size={22} />
        </PlayLink>
      )}
    </li>
  )
}

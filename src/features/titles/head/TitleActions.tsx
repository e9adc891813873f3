import { Link } from '@tanstack/react-router'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { filesName } from '#data/areas/files.ts'
import { episodeToWatch } from '#data/areas/nextEpisode.ts'
import { titleScreenshots } from '#data/areas/screenshots.ts'
import { resumeAt } from '#data/areas/watchProgress.ts'
import { useOfflinePlayback } from '#data/react/downloadHooks.ts'
import { useWatched } from '#data/react/titleHooks.ts'
import { useDownloadSlot } from '#features/titles/downloadSlot.ts'
import { useAvailability } from '#parts/cards/useAvailability.ts'
import { filesLink, screenshotsLink, trailerLink } from '#parts/navigation/links.ts'
import { PlayLink } from '#parts/navigation/PlayLink.tsx'
import { useTitleNavigation } from '#parts/navigation/useTitleNavigation.ts'
import { playText } from '#text/play.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { DownloadIcon, PicturesIcon, TrailerIcon } from '#ui/icons/fileIcons.tsx'
import { PlayIcon } from '#ui/icons/icons.tsx'
import styles from './TitleActions.module.css'

/**
 * Links to play, files, trailer and screenshots, as far as they exist. Reserves its height before the title is loaded.
 */
export function TitleActions({ known, title }: { known: TitleCard; title: Title | undefined }) {
  const keep = useDownloadSlot()
  const reach = useAvailability([filesName(known.id), titleScreenshots(known.id)])
  const followFiles = useTitleNavigation(!reach(0))
  const followPictures = useTitleNavigation(!reach(1))
  const isOut = known.isComing !== true
  const hasTrailer = title?.trailer != null && title.trailer.sources.length > 0
  const hasPictures = title !== undefined && title.screenshots > 0
  if (!isOut && !hasTrailer && !hasPictures) return null
  return (
    <div className={styles.actions}>
      {isOut && <Play known={known} seasons={title?.seasons ?? []} />}
      {isOut && (
        <Link
          {...filesLink(known)}
          className={buttonClass('quiet')}
          data-out-of-reach={!reach(0) || undefined}
          onClick={followFiles}
        >
          <DownloadIcon size={20} />
          {playText.downloads}
        </Link>
      )}
      {isOut && title?.type === 'movie' && keep?.({ title })}
      {hasTrailer && (
        <Link {...trailerLink(known)} className={buttonClass('quiet')}>
          <TrailerIcon size={20} />
          {playText.trailer}
        </Link>
      )}
      {hasPictures && (
        <Link
          {...screenshotsLink(known)}
          className={buttonClass('quiet')}
          data-out-of-reach={!reach(1) || undefined}
          onClick={followPictures}
        >
          <PicturesIcon size={20} />
          {playText.screenshots}
        </Link>
      )}
    </div>
  )
}

/** Plays from the user's position; for a series, the current episode. */
function Play({ known, seasons }: { known: TitleCard; seasons: Title['seasons'] }) {
  const watched = useWatched(known.id)
  const kept = useOfflinePlayback()
  const next = known.type === 'series' ? episodeToWatch(seasons, watched) : undefined
  const position = next ? next.resume?.position : watched ? resumeAt(watched) : undefined
  const goesOn = next ? next.isBegun : position !== undefined
  const own = next ? (next.resume?.fileId ?? next.episode.id) : goesOn ? watched?.fileId : undefined
  const place = next
    ? playText.episode(next.episode.season, next.episode.number)
    : position !== undefined && playText.from(position)
  return (
    <PlayLink
      title={known}
      id={own ?? known.id}
      isHere={kept?.plays({ titleId: known.id, episodeId: next?.episode.id ?? null })}
      className={`${buttonClass('solid')} ${styles.play}`}
    >
      <PlayIcon size={20} />
      <span>{goesOn ? playText.resume : playText.play}</span>
      {place && <span className={styles.detail}>{place}</span>}
    </PlayLink>
  )
}

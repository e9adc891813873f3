import { Link } from '@tanstack/react-router'
import type { TitleCard } from '#contract/titleCards.ts'
import type { Title } from '#contract/titles.ts'
import { filesKey } from '#data/areas/files.ts'
import { episodeToWatch } from '#data/areas/nextEpisode.ts'
import { titleScreenshots } from '#data/areas/screenshots.ts'
import { partProgress } from '#data/areas/watchedParts.ts'
import { useOfflinePlayback } from '#data/react/downloadHooks.ts'
import { useHasPremium } from '#data/react/premiumHooks.ts'
import { useWatched } from '#data/react/titleHooks.ts'
import { useDownloadSlot } from '#features/titles/downloadSlot.ts'
import { useAvailability } from '#parts/cards/useAvailability.ts'
import { languageOfVersion } from '#parts/navigation/languageChoice.ts'
import { filesLink, screenshotsLink } from '#parts/navigation/links.ts'
import { PlayLink, TrailerLink } from '#parts/navigation/PlayLink.tsx'
import { useTitleNavigation } from '#parts/navigation/useTitleNavigation.ts'
import { playText } from '#text/play.ts'
import { buttonClass } from '#ui/controls/Button.tsx'
import { DownloadIcon, LockIcon, PicturesIcon, TrailerIcon } from '#ui/icons/fileIcons.tsx'
import { PlayIcon } from '#ui/icons/icons.tsx'
import styles from './TitleActions.module.css'

/**
 * Links to play, files, trailer and screenshots, as far as they exist. Reserves its height before the title is loaded.
 */
export function TitleActions({
  card,
  title,
  chosenDub,
}: {
  card: TitleCard
  title: Title | undefined
  /** The version that the user chose; undefined without a choice. */
  chosenDub: boolean | undefined
}) {
  const renderDownload = useDownloadSlot()
  const isAvailable = useAvailability([filesKey(card.id), titleScreenshots(card.id)])
  const onFilesClick = useTitleNavigation(!isAvailable(0))
  const onPicturesClick = useTitleNavigation(!isAvailable(1))
  const isReleased = card.isComing !== true
  // Unknown until the title is loaded: most titles have a film.
  const isPlayable = isReleased && title?.hasFilm !== false
  const hasTrailer = title?.trailer != null && title.trailer.sources.length > 0
  const hasPictures = title !== undefined && title.screenshots > 0
  const dub = card.isDubbed ? chosenDub : undefined
  if (!isReleased && !hasTrailer && !hasPictures) return null
  return (
    <div className={styles.actions}>
      {isReleased && !isPlayable && <p className={styles.noFilm}>{playText.noFilm}</p>}
      {isPlayable && <Play card={card} seasons={title?.seasons ?? []} dub={dub} />}
      {isPlayable && (
        <Link
          {...filesLink(card)}
          search={dub === undefined ? {} : { language: languageOfVersion(card, dub) }}
          className={buttonClass('quiet')}
          data-out-of-reach={!isAvailable(0) || undefined}
          onClick={onFilesClick}
        >
          <DownloadIcon size={20} />
          {playText.downloads}
        </Link>
      )}
      {isPlayable && title?.type === 'movie' && renderDownload?.({ title, dub })}
      {(hasTrailer || hasPictures) && (
        <div className={styles.extras}>
          {hasTrailer && (
            <TrailerLink title={card} className={buttonClass('quiet')}>
              <TrailerIcon size={20} />
              {playText.trailer}
            </TrailerLink>
          )}
          {hasPictures && (
            <Link
              {...screenshotsLink(card)}
              className={`${buttonClass('quiet')} ${styles.icon}`}
              title={playText.screenshots}
              data-out-of-reach={!isAvailable(1) || undefined}
              onClick={onPicturesClick}
            >
              <PicturesIcon size={20} />
              <span className="sr-only">{playText.screenshots}</span>
            </Link>
          )}
        </div>
      )}
    </div>
  )
}

/**
 * Plays from the user's position; for a series, the current episode. Without a choice a started video continues in its
 * own version, any other plays in the version that the page marks: the original.
 */
function Play({ card, seasons, dub }: { card: TitleCard; seasons: Title['seasons']; dub: boolean | undefined }) {
  const watched = useWatched(card.id)
  const downloads = useOfflinePlayback()
  const next = card.type === 'series' ? episodeToWatch(seasons, watched) : undefined
  const resume = next ? next.resume : partProgress(watched, null).resume
  const isResuming = next?.isBegun ?? resume !== undefined
  const fileId = resume?.fileId ?? next?.episode.id
  // The first episode of a series is free.
  const isFree = next ? next.episode.id === seasons[0]?.episodes[0]?.id : card.type === 'series'
  const isLocked = useHasPremium() === false && card.isPremium === true && !isFree
  const detail = next
    ? playText.episode(next.episode.season, next.episode.number)
    : resume && playText.from(resume.position)
  return (
    <PlayLink
      title={card}
      id={fileId ?? card.id}
      dub={dub ?? (card.isDubbed && !watched ? false : undefined)}
      isDownloaded={downloads?.plays({ titleId: card.id, episodeId: next?.episode.id ?? null })}
      className={`${buttonClass('solid')} ${styles.play} ${isLocked ? styles.locked : ''}`}
    >
      {isLocked ? <LockIcon size={20} /> : <PlayIcon size={20} />}
      <span>{isResuming ? playText.resume : playText.play}</span>
      {detail && <span className={styles.detail}>{detail}</span>}
      {isLocked && <span className={styles.detail}>{playText.premiumOnly}</span>}
    </PlayLink>
  )
}

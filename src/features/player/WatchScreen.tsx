import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Watch, WatchEpisode } from '#contract/watch.ts'
import { watchInfo } from '#data/areas/player.ts'
import type { LocalSource } from '#data/downloads/downloads.ts'
import { useRead, type View } from '#data/react/readHooks.ts'
import { titleLink, watchLink } from '#parts/navigation/links.ts'
import { playerText } from '#text/player.ts'
import icon from '#ui/controls/IconButton.module.css'
import { BackIcon } from '#ui/icons/icons.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { useDownloadedSource } from './engine/useDownloadedSource.ts'
import { usePositionRecorder } from './engine/usePositionRecorder.ts'
import { useResumePosition } from './engine/useResumePosition.ts'
import { downloadedSource, streamSource } from './engine/videoSource.ts'
import { AccessRequired, NotDownloaded, StreamRefused } from './PlaybackBlocked.tsx'
import { useHideAppFrame } from './useHideAppFrame.ts'
import { VideoPlayer } from './VideoPlayer.tsx'
import { WatchDetails } from './WatchDetails.tsx'
import { WatchError, WatchPlaceholders } from './WatchPlaceholders.tsx'
import styles from './WatchScreen.module.css'
import { factsOf, nameOf, nowPlayingOf } from './watchNames.ts'

/**
 * Plays a film or an episode (docs/product.md#player), from the device when it is downloaded, also while online.
 * `caller`: id of the signed-in user, undefined for a guest.
 */
export function WatchScreen({
  imdb,
  id,
  dub,
  caller,
}: {
  imdb: string
  id: number
  dub: 0 | 1 | undefined
  caller: number | undefined
}) {
  useHideAppFrame()
  const local = useDownloadedSource(imdb, id)
  const read = watchInfo(imdb, id, caller, dub)
  const view = useRead(read)
  const watch = watchOf(local, view)
  // Keeps the player mounted until the next video is known, because unmounting it would leave fullscreen.
  const [last, setLast] = useState<Watch>()
  if (watch && watch !== last) setLast(watch)
  const isComing = local === undefined || view.state === 'loading'
  const shown = watch ?? (isComing ? last : undefined)
  if (shown) {
    // Cached watch data contains no stream link; it comes with the server's answer.
    const isAsking = view.state === 'ready' && view.refreshing && !view.offline
    const isOnItsWay = !watch || (watch.stream === null && watch.needs === null && isAsking)
    return <WatchPlayer imdb={imdb} watch={shown} local={local} offline={isOffline(view)} isComing={isOnItsWay} />
  }
  return isComing ? (
    <WatchPlaceholders />
  ) : (
    <WatchError readKey={read.key} view={view} missing={playerText.wrong} offline={playerText.offlineNotDownloaded} />
  )
}

function watchOf(local: LocalSource | null | undefined, view: View<Watch>): Watch | undefined {
  if (local === undefined) return undefined
  if (local?.playable) return local.watch
  return view.state === 'ready' ? view.data : undefined
}

function isOffline(view: View<Watch>): boolean {
  return view.state === 'unseen' || (view.state === 'ready' && view.offline)
}

function WatchPlayer({
  imdb,
  watch,
  local,
  offline,
  isComing,
}: {
  imdb: string
  watch: Watch
  local: LocalSource | null | undefined
  offline: boolean
  /** the server has not yet said whether there is a link */
  isComing: boolean
}) {
  const { title, episode, fileId, stream } = watch
  const navigate = useNavigate()
  const resume = useResumePosition(title.id, episode?.id ?? null)
  const key = `${fileId} ${local?.playable === true}`
  // Reads the start position once: later the resume position follows playback itself.
  const [begun, setBegun] = useState<{ key: string; at: number }>()
  if (resume !== undefined && !isComing && begun?.key !== key) setBegun({ key, at: resume?.position ?? 0 })
  const at = begun?.key === key ? begun.at : undefined

  const film = useRef<HTMLVideoElement>(null)
  const recorder = usePositionRecorder({ title, fileId, episodeId: episode?.id ?? null }, () =>
    positionOf(film.current),
  )
  const source = stream
    ? local?.playable
      ? downloadedSource(watch, stream)
      : streamSource(imdb, watch, stream)
    : undefined
  const goTo = ({ fileId: next }: WatchEpisode) => void navigate({ ...watchLink(title, next), replace: true })
  const name = nameOf(title)
  return (
    <Page title={playerText.watching(name)} heading={null} unlisted bleed>
      <div className={styles.screen}>
        <VideoPlayer
          nowPlaying={nowPlayingOf(watch)}
          facts={factsOf(watch)}
          backdrop={watch.backdrop}
          color={title.posterColor}
          source={isComing ? undefined : source}
          at={at}
          quality={watch.quality}
          watch={watch}
          onNext={goTo}
          onMoment={(video, runs) => {
            film.current = video
            if (runs) recorder.playing()
            else recorder.resting()
          }}
          back={
            <Link {...titleLink(title)} className={icon.icon} aria-label={playerText.back}>
              <BackIcon />
            </Link>
          }
          fallback={source || isComing ? null : instead(watch, local, offline)}
          renderRefused={(message) => <StreamRefused watch={watch} message={message} />}
        >
          <WatchDetails watch={watch} />
        </VideoPlayer>
      </div>
    </Page>
  )
}

function positionOf(video: HTMLVideoElement | null) {
  return video ? { position: video.currentTime, duration: video.duration } : undefined
}

function instead(watch: Watch, local: LocalSource | null | undefined, offline: boolean) {
  if (watch.needs) return <AccessRequired watch={watch} needs={watch.needs} />
  return <NotDownloaded watch={watch} local={local ?? null} offline={offline} />
}

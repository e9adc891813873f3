import { Container, Controls, I18nContext } from '@videojs/react'
import { type ReactNode, useState } from 'react'
import type { Watch, WatchEpisode } from '#contract/watch.ts'
import { useOnline } from '#data/react/readHooks.ts'
import { playerText } from '#text/player.ts'
import { Button } from '#ui/controls/Button.tsx'
import { AfterFilm } from './controls/AfterFilm.tsx'
import { CentreControls, ControlBar, ControlButton, type PanelName } from './controls/ControlBar.tsx'
import { FallbackNotice } from './controls/FallbackNotice.tsx'
import { Gestures } from './controls/Gestures.tsx'
import { NextUp } from './controls/NextUp.tsx'
import { PlaybackStatus } from './controls/PlaybackStatus.tsx'
import { EpisodesIcon } from './controls/playerIcons.tsx'
import { Player, persian, usePlayer } from './controls/playerStore.ts'
import { ResumeNote } from './controls/ResumeNote.tsx'
import { SkipChapter } from './controls/SkipChapter.tsx'
import { TopBar } from './controls/TopBar.tsx'
import { useThumbnails } from './controls/thumbnails.ts'
import type { NowPlaying } from './controls/useMediaSession.ts'
import { usePlayerControls } from './controls/usePlayerControls.ts'
import { useReloadGuardWhilePlaying, useWakeLock } from './controls/useWakeLock.ts'
import type { VideoSource } from './engine/source.ts'
import { useEngine } from './engine/useEngine.ts'
import { PlayerMessage } from './PlayerMessage.tsx'
import { Panels } from './panels/Panels.tsx'
import { SubtitleLayer } from './subtitles/SubtitleLayer.tsx'
import { useSubtitleChoice } from './subtitles/useSubtitleChoice.ts'
import { VideoElement } from './VideoElement.tsx'
import styles from './VideoPlayer.module.css'

export interface VideoPlayerProps {
  /** the title for the screen and the media session */
  nowPlaying: NowPlaying
  facts: string
  backdrop: string | null
  color: string | null
  source: VideoSource | undefined
  /** start position in seconds; undefined while unknown */
  at: number | undefined
  /** the quality named in the address */
  quality: string | null
  /** undefined for a trailer */
  watch: Watch | undefined
  back: ReactNode
  onNext: ((episode: WatchEpisode) => void) | undefined
  /** Reports the playback position, while playing and when paused. */
  onMoment: (video: HTMLVideoElement, runs: boolean) => void
  /** Replaces the video when nothing can be played. */
  fallback: ReactNode
  /** Renders the message when the server refuses a new link; `message`: the server's sentence. */
  renderRefused: (message: string | undefined) => ReactNode
}

/** The player: the video, its overlay controls and its status. `children` follow below it on the page. */
export function VideoPlayer({ children, ...showing }: VideoPlayerProps & { children: ReactNode }) {
  return (
    <Player>
      <I18nContext.Provider value={persian}>
        <PlayerSurface {...showing} />
        {children}
      </I18nContext.Provider>
    </Player>
  )
}

function PlayerSurface({
  nowPlaying,
  facts,
  backdrop,
  color,
  source,
  at,
  quality,
  watch,
  back,
  onNext,
  onMoment,
  fallback,
  renderRefused,
}: VideoPlayerProps) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [panel, setPanel] = useState<PanelName>()
  const online = useOnline()
  const { stream, engine, failed, reopen } = useEngine(video, fallback ? undefined : source, { at, quality })
  const started = usePlayer((state) => state.started)
  const key = source?.key ?? ''
  const shots = useThumbnails(source?.thumbnails ?? null)
  const subtitles = useSubtitleChoice(source)
  const chapters = source?.chapters ?? []
  useWakeLock(usePlayer((state) => !state.paused && !state.ended))
  useReloadGuardWhilePlaying(started)

  const to = (episode: WatchEpisode | null | undefined) => episode && onNext && (() => onNext(episode))
  const next = watch?.next ?? undefined
  const goNext = to(next) ?? undefined
  const { seekTo, setRate } = usePlayerControls(video, {
    named: nowPlaying,
    subtitles,
    next: goNext,
    previous: to(watch?.previous) ?? undefined,
    chapters,
    help: () => setPanel('help'),
  })

  // Nothing can be played: the controls are not rendered.
  const isBlocked = Boolean(fallback) || stream.phase === 'refused' || failed
  return (
    <>
      <Container
        className={styles.surface}
        data-player
        aria-label={playerText.watching(nowPlaying.title)}
        lang="fa"
        dir="rtl"
        onPointerDown={touched}
        onKeyDown={untouched}
      >
        <VideoElement
          video={video}
          filmKey={key}
          backdrop={backdrop}
          color={color}
          onVideo={setVideo}
          onMoment={onMoment}
        />
        <SubtitleLayer track={subtitles.track} delay={subtitles.delay} />
        <Controls.Root>
          <Controls.Backdrop className={styles.scrim} />
          <Controls.Content className={styles.controls}>
            <TopBar
              back={back}
              name={nowPlaying.title}
              facts={facts}
              mark={source?.isDownloaded ? playerText.playsOffline : undefined}
            >
              {watch?.episode && (
                <ControlButton label={playerText.episodes} opens onClick={() => setPanel('episodes')}>
                  <EpisodesIcon />
                </ControlButton>
              )}
            </TopBar>
            {!isBlocked && <CentreControls />}
            {!isBlocked && (
              <ControlBar
                shots={shots}
                chapters={chapters}
                hasSubtitles={subtitles.chosen !== 'off'}
                next={goNext}
                onPanel={setPanel}
              />
            )}
          </Controls.Content>
        </Controls.Root>
        <Gestures />
        {!isBlocked && <PlaybackStatus stream={stream} engine={engine} />}
        <FallbackNotice stream={stream} quality={quality} subtitles={subtitles} onPanel={setPanel} />
        {at !== undefined && at > 0 && started && (
          <ResumeNote key={`from ${key}`} from={at} onStart={() => seekTo(0)} />
        )}
        {!isBlocked && <SkipChapter chapters={chapters} onSkip={seekTo} />}
        {next && goNext && (
          <NextUp
            key={`next ${key}`}
            next={next}
            credits={chapters.find(({ kind }) => kind === 'credits')?.start}
            onNext={goNext}
          />
        )}
        {watch && !next && !isBlocked && <AfterFilm key={`after ${key}`} card={watch.title} />}
        {fallback}
        {!fallback && stream.phase === 'refused' && renderRefused(stream.message)}
        {!fallback && failed && (
          <PlayerMessage title={playerText.partsFailed} note={playerText.partsFailedNote}>
            <Button look="solid" onClick={reopen}>
              {playerText.retry}
            </Button>
          </PlayerMessage>
        )}
      </Container>
      <Panels
        open={panel}
        watch={watch}
        stream={stream}
        engine={engine}
        tracks={source?.subtitles ?? []}
        subtitles={subtitles}
        onRate={setRate}
        onClose={() => setPanel(undefined)}
      />
      <p className="sr-only" role="status">
        {online ? '' : playerText.troubles.offline}
      </p>
    </>
  )
}

/** Marks the player as touched, because a touch focuses it too: the focus ring is for keyboard users only. */
function touched({ currentTarget }: { currentTarget: HTMLElement }) {
  currentTarget.dataset.touched = ''
}

function untouched({ currentTarget }: { currentTarget: HTMLElement }) {
  delete currentTarget.dataset.touched
}

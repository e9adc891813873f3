import { Container, Controls, Gesture, I18nContext, SeekIndicator } from '@videojs/react'
import { Video } from '@videojs/react/video'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Watch, WatchEpisode } from '#contract/watch.ts'
import { useOnline } from '#data/hooks.ts'
import { setPlayerSettings } from '#data/playerSettings.ts'
import { playerText } from '#text/player.ts'
import { Button } from '#ui/Button.tsx'
import { Picture } from '#ui/Picture.tsx'
import { EpisodesPanel } from './EpisodesPanel.tsx'
import { HelpPanel } from './HelpPanel.tsx'
import { NextUp } from './NextUp.tsx'
import { EpisodesSign } from './playerIcons.tsx'
import { Player, persian, usePlayer } from './playerParts.ts'
import { ResumeNote } from './ResumeNote.tsx'
import { SettingsPanel } from './SettingsPanel.tsx'
import { Standing } from './Standing.tsx'
import { SubtitleLayer } from './SubtitleLayer.tsx'
import { DELAY_STEP, SubtitlePanel, wordsOf } from './SubtitlePanel.tsx'
import type { Source } from './source.ts'
import styles from './Theatre.module.css'
import { TopBar } from './TopBar.tsx'
import { Centre, type PanelName, RowButton, Transport } from './Transport.tsx'
import { TroubleLine } from './TroubleLine.tsx'
import { useShots } from './thumbnails.ts'
import { useGoesOn, useHoldsVersion, useWakeLock } from './useAwake.ts'
import { OWN, useChosenSubtitles } from './useChosenSubtitles.ts'
import { useEngine } from './useEngine.ts'
import { useKeys } from './useKeys.ts'
import { type Named, useMediaSession } from './useMediaSession.ts'
import { usePlayerSettings } from './usePlayerSettings.ts'
import type { OwnFile, Words } from './useSubtitles.ts'

export interface Showing {
  /** what plays, for the screen and for the lock screen */
  named: Named
  facts: string
  backdrop: string | null
  color: string | null
  source: Source | undefined
  /** where to begin, in seconds; nothing while that is not known */
  at: number | undefined
  /** the quality the address asks for */
  quality: string | null
  /** nothing of a trailer */
  watch: Watch | undefined
  back: ReactNode
  onNext: ((episode: WatchEpisode) => void) | undefined
  /** Hears where the film is, while it runs and where it rests. */
  onMoment: (video: HTMLVideoElement, runs: boolean) => void
  /** What stands in the film's place, where there is none. */
  instead: ReactNode
  /** What to do when there is no link any more; `message`: the server's words. */
  refused: (message: string | undefined) => ReactNode
}

/** The stage: a film, what moves it, and what it waits for. What is below it on the page are `children`. */
export function Theatre({ children, ...showing }: Showing & { children: ReactNode }) {
  return (
    <Player>
      <I18nContext.Provider value={persian}>
        <Stage {...showing} />
        {children}
      </I18nContext.Provider>
    </Player>
  )
}

/** A pause heard so soon after one's own wish for it is one's own, in ms. */
const OWN_PAUSE = 1_000

function Stage({
  named,
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
  instead,
  refused,
}: Showing) {
  const player = usePlayer()
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [panel, setPanel] = useState<PanelName>()
  const [own, setOwn] = useState<OwnFile>()
  const [delays, setDelays] = useState({ key: '', delay: 0 })
  const pausedAt = useRef(Number.NEGATIVE_INFINITY)
  const online = useOnline()
  const settings = usePlayerSettings()
  const { stream, engine, failed, again } = useEngine(video, instead ? undefined : source, { at, quality })
  const started = usePlayer((state) => state.started)
  const runs = usePlayer((state) => !state.paused && !state.ended)

  const key = source?.key ?? ''
  const delay = delays.key === key ? delays.delay : 0
  const setDelay = (next: number) => setDelays({ key, delay: Math.round(next * 10) / 10 })
  const shots = useShots(source?.thumbnails ?? null)
  const subtitles = useChosenSubtitles(source, own)

  useWakeLock(runs)
  useHoldsVersion(started)
  useGoesOn(video, () => performance.now() - pausedAt.current < OWN_PAUSE)
  useFirstPlay(video, key)

  const next = watch?.next ?? undefined
  const goNext = next && onNext ? () => onNext(next) : undefined
  const previous = watch?.previous
  const pause = () => {
    pausedAt.current = performance.now()
    video?.pause()
  }
  const play = () => void video?.play().catch(() => undefined)
  const seekTo = (seconds: number) => {
    if (video) video.currentTime = Math.min(Math.max(0, seconds), video.duration || Number.MAX_VALUE)
  }
  const setRate = (rate: number) => {
    setPlayerSettings({ rate })
    if (video) Object.assign(video, { defaultPlaybackRate: rate, playbackRate: rate })
  }
  useMediaSession(video, named, {
    play,
    pause,
    seekTo,
    next: goNext,
    previous: previous && onNext ? () => onNext(previous) : undefined,
  })
  useKeys(settings.rate, {
    toggle: () => (video?.paused ? play() : pause()),
    skip: (seconds) => video && seekTo(video.currentTime + seconds),
    louder: (part) => video && player.setVolume(Math.min(1, Math.max(0, video.volume + part))),
    mute: () => player.toggleMuted(),
    fullscreen: () => void player.toggleFullscreen().catch(() => undefined),
    pip: () => void player.togglePictureInPicture().catch(() => undefined),
    subtitles: subtitles.toggle,
    delay: (steps) => setDelay(delay + steps * DELAY_STEP),
    rate: setRate,
    next: () => goNext?.(),
    tenth: (tenth) => video && seekTo((video.duration * tenth) / 10),
    help: () => setPanel('help'),
  })

  const closePanel = () => setPanel(undefined)
  // Where no film can be, nothing is there to move it.
  const isBlocked = Boolean(instead) || stream.phase === 'refused' || failed
  const isMissing = quality !== null && stream.phase === 'open' && stream.qualities.length > 0
  const noQuality = isMissing && stream.qualities.every(({ name }) => name !== quality) ? quality : undefined
  const subtitleTrouble = troubleOf(subtitles.words)
  return (
    <>
      <Container
        className={styles.stage}
        data-stage
        aria-label={playerText.watching(named.title)}
        lang="fa"
        dir="rtl"
        onPointerDown={touched}
        onKeyDown={untouched}
      >
        <Video
          ref={setVideo}
          className={styles.video}
          playsInline
          onTimeUpdate={({ currentTarget }) => !currentTarget.paused && onMoment(currentTarget, true)}
          onPause={({ currentTarget }) => onMoment(currentTarget, false)}
          onSeeked={({ currentTarget }) => currentTarget.paused && onMoment(currentTarget, false)}
          onEnded={({ currentTarget }) => onMoment(currentTarget, false)}
          onLoadedMetadata={({ currentTarget }) => restore(currentTarget, settings)}
          onVolumeChange={({ currentTarget: { volume, muted } }) => setPlayerSettings({ volume, isMuted: muted })}
        />
        {!started && (
          <div className={styles.backdrop}>
            <Picture source={backdrop} shape="backdrop" alt="" sizes="100vw" color={color} first fill />
          </div>
        )}
        <SubtitleLayer words={subtitles.words} delay={delay} />
        <Controls.Root>
          <Controls.Backdrop className={styles.scrim} />
          <Controls.Content className={styles.controls}>
            <TopBar back={back} name={named.title} facts={facts} mark={source?.isKept ? playerText.kept : undefined}>
              {watch?.episode && (
                <RowButton label={playerText.episodes} opens onClick={() => setPanel('episodes')}>
                  <EpisodesSign />
                </RowButton>
              )}
            </TopBar>
            {!isBlocked && <Centre />}
            {!isBlocked && (
              <Transport shots={shots} hasSubtitles={subtitles.chosen !== 'off'} next={goNext} onPanel={setPanel} />
            )}
          </Controls.Content>
        </Controls.Root>
        <Gesture type="tap" pointer="mouse" action="togglePaused" />
        <Gesture type="doubletap" pointer="mouse" action="toggleFullscreen" />
        <Gesture type="doubletap" pointer="touch" region="left" action="seekStep" value={-10} />
        <Gesture type="doubletap" pointer="touch" region="right" action="seekStep" value={10} />
        <SeekIndicator.Root className={styles.skipped}>
          <SeekIndicator.Value
            className={styles.skippedValue}
            render={(props, { direction, value }) => (
              <div {...props}>
                {playerText.skipped((direction === 'forward' ? 1 : -1) * Number.parseInt(value ?? '10', 10))}
              </div>
            )}
          />
        </SeekIndicator.Root>
        {!isBlocked && <TroubleLine stream={stream} engine={engine} />}
        {(noQuality !== undefined || subtitleTrouble !== undefined) && (
          <p className={styles.aside} role="status">
            {subtitleTrouble === undefined
              ? playerText.noQuality(noQuality ?? '')
              : wordsOf(subtitleTrouble, subtitles.label)}
          </p>
        )}
        {at !== undefined && at > 0 && started && <ResumeNote key={key} from={at} onStart={() => seekTo(0)} />}
        {next && goNext && <NextUp key={key} next={next} onNext={goNext} />}
        {instead}
        {!instead && stream.phase === 'refused' && refused(stream.message)}
        {!instead && failed && (
          <Standing title={playerText.partsFailed} note={playerText.partsFailedNote}>
            <Button look="solid" onClick={again}>
              {playerText.retry}
            </Button>
          </Standing>
        )}
      </Container>
      {panel === 'settings' && (
        <SettingsPanel watch={watch} stream={stream} engine={engine} onRate={setRate} onClose={closePanel} />
      )}
      {panel === 'subtitles' && (
        <SubtitlePanel
          subtitles={source?.subtitles ?? []}
          chosen={subtitles.chosen}
          own={own}
          words={subtitles.words}
          delay={delay}
          onChoose={subtitles.choose}
          onOwn={(file) => {
            setOwn(file)
            subtitles.choose(OWN)
          }}
          onDelay={setDelay}
          onRetry={subtitles.retry}
          onClose={closePanel}
        />
      )}
      {panel === 'episodes' && watch?.episode && (
        <EpisodesPanel card={watch.title} current={watch.episode} onClose={closePanel} />
      )}
      {panel === 'help' && <HelpPanel onClose={closePanel} />}
      <p className="sr-only" role="status">
        {online ? '' : playerText.troubles.offline}
      </p>
    </>
  )
}

/** A touch brings the focus to the stage as well: the ring is for those who came by keyboard. */
function touched({ currentTarget }: { currentTarget: HTMLElement }) {
  currentTarget.dataset.touched = ''
}

function untouched({ currentTarget }: { currentTarget: HTMLElement }) {
  delete currentTarget.dataset.touched
}

/** How the person likes it, given back to an element that has just taken in a film. */
function restore(
  video: HTMLVideoElement,
  { volume, isMuted, rate }: { volume: number; isMuted: boolean; rate: number },
) {
  Object.assign(video, { volume, muted: isMuted, defaultPlaybackRate: rate, playbackRate: rate })
}

/** Who opens a film wants to see it. A browser that allows no sound unasked leaves it at the first picture. */
function useFirstPlay(video: HTMLVideoElement | null, key: string) {
  useEffect(() => {
    if (!video || key === '') return
    const go = () => void video.play().catch(() => undefined)
    video.addEventListener('loadedmetadata', go, { once: true })
    return () => video.removeEventListener('loadedmetadata', go)
  }, [video, key])
}

function troubleOf({ state }: Words): 'failed' | 'broken' | 'large' | undefined {
  return state === 'failed' || state === 'broken' || state === 'large' ? state : undefined
}

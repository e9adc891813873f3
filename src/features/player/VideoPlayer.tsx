import { Container, Controls, I18nContext } from '@videojs/react'
import { type ReactNode, useState } from 'react'
import type { Watch, WatchEpisode } from '#contract/watch.ts'
import { useOnline } from '#data/react/readHooks.ts'
import { playerText } from '#text/player.ts'
import { Button } from '#ui/controls/Button.tsx'
import { Centre, type PanelName, RowButton, Transport } from './controls/ControlBar.tsx'
import { Aside } from './controls/FallbackNotice.tsx'
import { Gestures } from './controls/Gestures.tsx'
import { NextUp } from './controls/NextUp.tsx'
import { TroubleLine } from './controls/PlaybackStatus.tsx'
import { EpisodesSign } from './controls/playerIcons.tsx'
import { Player, persian, usePlayer } from './controls/playerStore.ts'
import { ResumeNote } from './controls/ResumeNote.tsx'
import { TopBar } from './controls/TopBar.tsx'
import { useShots } from './controls/thumbnails.ts'
import type { Named } from './controls/useMediaSession.ts'
import { useStageActs } from './controls/usePlayerControls.ts'
import { useHoldsVersion, useWakeLock } from './controls/useWakeLock.ts'
import type { Source } from './engine/source.ts'
import { useEngine } from './engine/useEngine.ts'
import { Standing } from './PlayerMessage.tsx'
import { Panels } from './panels/Panels.tsx'
import { SubtitleLayer } from './subtitles/SubtitleLayer.tsx'
import { useChosenSubtitles } from './subtitles/useSubtitleChoice.ts'
import { FilmElement } from './VideoElement.tsx'
import styles from './VideoPlayer.module.css'

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
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [panel, setPanel] = useState<PanelName>()
  const online = useOnline()
  const { stream, engine, failed, again } = useEngine(video, instead ? undefined : source, { at, quality })
  const started = usePlayer((state) => state.started)
  const key = source?.key ?? ''
  const shots = useShots(source?.thumbnails ?? null)
  const subtitles = useChosenSubtitles(source)
  useWakeLock(usePlayer((state) => !state.paused && !state.ended))
  useHoldsVersion(started)

  const to = (episode: WatchEpisode | null | undefined) => episode && onNext && (() => onNext(episode))
  const next = watch?.next ?? undefined
  const goNext = to(next) ?? undefined
  const { seekTo, setRate } = useStageActs(video, {
    named,
    subtitles,
    next: goNext,
    previous: to(watch?.previous) ?? undefined,
    help: () => setPanel('help'),
  })

  // Where no film can be, nothing is there to move it.
  const isBlocked = Boolean(instead) || stream.phase === 'refused' || failed
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
        <FilmElement
          video={video}
          filmKey={key}
          backdrop={backdrop}
          color={color}
          onVideo={setVideo}
          onMoment={onMoment}
        />
        <SubtitleLayer words={subtitles.words} delay={subtitles.delay} />
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
        <Gestures />
        {!isBlocked && <TroubleLine stream={stream} engine={engine} />}
        <Aside stream={stream} quality={quality} subtitles={subtitles} onPanel={setPanel} />
        {at !== undefined && at > 0 && started && (
          <ResumeNote key={`from ${key}`} from={at} onStart={() => seekTo(0)} />
        )}
        {next && goNext && <NextUp key={`next ${key}`} next={next} onNext={goNext} />}
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

/** A touch brings the focus to the stage as well: the ring is for those who came by keyboard. */
function touched({ currentTarget }: { currentTarget: HTMLElement }) {
  currentTarget.dataset.touched = ''
}

function untouched({ currentTarget }: { currentTarget: HTMLElement }) {
  delete currentTarget.dataset.touched
}

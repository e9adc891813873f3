import { FullscreenButton, MuteButton, PiPButton, PlayButton, SeekButton, VolumeSlider } from '@videojs/react'
import type { ComponentProps, ReactNode } from 'react'
import type { Chapter } from '#contract/files.ts'
import { clockTime } from '#text/format.ts'
import { playerText } from '#text/player.ts'
import icon from '#ui/controls/IconButton.module.css'
import styles from './ControlBar.module.css'
import {
  EnterFullscreenIcon,
  ExitFullscreenIcon,
  KeyboardIcon,
  MutedIcon,
  NextIcon,
  PauseIcon,
  PipIcon,
  PlayIcon,
  ReplayIcon,
  SettingsIcon,
  SkipBackIcon,
  SkipForwardIcon,
  SoundIcon,
  SubtitlesIcon,
} from './playerIcons.tsx'
import { usePlayer } from './playerStore.ts'
import { Timeline } from './Timeline.tsx'
import type { Thumbnail } from './thumbnails.ts'

export type PanelName = 'settings' | 'subtitles' | 'episodes' | 'help'

/** Seconds per skip. */
export const SKIP = 10

/** Play and skip buttons in the middle of the player, at touch size. */
export function CentreControls() {
  return (
    <div className={styles.centre} dir="ltr" data-centre>
      <SeekButton seconds={-SKIP} label={playerText.back10} className={styles.skip}>
        <SkipBackIcon size={38} />
        <span aria-hidden="true">{playerText.seconds(SKIP)}</span>
      </SeekButton>
      <PlayButton className={styles.play} render={playButton(40)} />
      <SeekButton seconds={SKIP} label={playerText.ahead10} className={styles.skip}>
        <SkipForwardIcon size={38} />
        <span aria-hidden="true">{playerText.seconds(SKIP)}</span>
      </SeekButton>
    </div>
  )
}

/** Renders the button with an icon for the current playback state. */
function playButton(size: number) {
  return (props: ComponentProps<'button'>, state: { paused?: boolean; ended?: boolean }) => (
    <button {...props} type="button">
      {state.ended ? <ReplayIcon size={size} /> : state.paused ? <PlayIcon size={size} /> : <PauseIcon size={size} />}
    </button>
  )
}

/** The control bar: timeline, elapsed time and display options. Always left to right, as usual for video players. */
export function ControlBar({
  shots,
  chapters,
  hasSubtitles,
  next,
  onPanel,
}: {
  shots: Thumbnail[]
  chapters: Chapter[]
  /** subtitles are visible */
  hasSubtitles: boolean
  next: (() => void) | undefined
  onPanel: (name: PanelName) => void
}) {
  return (
    <div className={styles.transport} dir="ltr">
      <Timeline shots={shots} chapters={chapters} />
      <div className={styles.row}>
        <span className={styles.deskOnly}>
          <PlayButton className={icon.icon} render={playButton(26)} />
          <SeekButton seconds={-SKIP} label={playerText.back10} className={`${icon.icon} ${styles.small}`}>
            <SkipBackIcon size={28} />
            <span aria-hidden="true">{playerText.seconds(SKIP)}</span>
          </SeekButton>
          <SeekButton seconds={SKIP} label={playerText.ahead10} className={`${icon.icon} ${styles.small}`}>
            <SkipForwardIcon size={28} />
            <span aria-hidden="true">{playerText.seconds(SKIP)}</span>
          </SeekButton>
        </span>
        {next && (
          <ControlButton label={playerText.nextEpisode} onClick={next}>
            <NextIcon />
          </ControlButton>
        )}
        <span className={styles.sound}>
          <MuteButton
            className={icon.icon}
            render={(props, state) => (
              <button {...props} type="button">
                {'muted' in state && state.muted === true ? <MutedIcon /> : <SoundIcon />}
              </button>
            )}
          />
          <VolumeSlider.Root className={styles.volume} step={5}>
            <VolumeSlider.Track className={styles.volumeTrack}>
              <VolumeSlider.Fill className={styles.volumeFill} />
            </VolumeSlider.Track>
            <VolumeSlider.Thumb className={styles.volumeThumb} />
          </VolumeSlider.Root>
        </span>
        <ElapsedTime />
        <span className={styles.space} />
        <span className={styles.keysOnly}>
          <ControlButton label={playerText.help} opens onClick={() => onPanel('help')}>
            <KeyboardIcon />
          </ControlButton>
        </span>
        <ControlButton label={playerText.subtitles} opens isOn={hasSubtitles} onClick={() => onPanel('subtitles')}>
          <SubtitlesIcon />
        </ControlButton>
        <ControlButton label={playerText.settings} opens onClick={() => onPanel('settings')}>
          <SettingsIcon />
        </ControlButton>
        <span className={styles.pip}>
          <PiPButton className={icon.icon}>
            <PipIcon />
          </PiPButton>
        </span>
        <FullscreenButton
          className={icon.icon}
          render={(props, state) => (
            <button {...props} type="button">
              {'fullscreen' in state && state.fullscreen === true ? <ExitFullscreenIcon /> : <EnterFullscreenIcon />}
            </button>
          )}
        />
      </div>
    </div>
  )
}

export function ControlButton({
  label,
  isOn,
  opens = false,
  onClick,
  children,
}: {
  label: string
  isOn?: boolean
  /** opens a panel */
  opens?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={icon.icon}
      aria-label={label}
      title={label}
      aria-haspopup={opens ? 'dialog' : undefined}
      data-on={isOn || undefined}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

function ElapsedTime() {
  const time = usePlayer((state) => Math.floor(state.currentTime))
  const duration = usePlayer((state) => state.duration)
  return (
    <span className={styles.times}>
      <bdi>{clockTime(time)}</bdi>
      <span aria-hidden="true"> / </span>
      <bdi>{clockTime(duration)}</bdi>
    </span>
  )
}

import { useRef } from 'react'
import type { Chapter } from '#contract/files.ts'
import { setPlayerSettings } from '#data/areas/playerSettings.ts'
import { ignoring } from '#data/platform/ignoring.ts'
import { PLAY_ERRORS } from '#features/player/engine/playErrors.ts'
import { DELAY_STEP, type SubtitleChoice } from '#features/player/subtitles/useSubtitleChoice.ts'
import { usePlayer } from './playerStore.ts'
import { skippableAt } from './SkipChapter.tsx'
import { useKeyboardShortcuts } from './useKeyboardShortcuts.ts'
import { type NowPlaying, useMediaSession } from './useMediaSession.ts'
import { usePlayerSettings } from './usePlayerSettings.ts'
import { useResumeAfterSleep } from './useWakeLock.ts'

/** How browsers refuse fullscreen and picture-in-picture: unsupported, forbidden or without a user gesture. */
const DISPLAY_ERRORS = ['NotAllowedError', 'NotSupportedError', 'InvalidStateError', 'TypeError'] as const

/** A pause event within this time of a pause command counts as the user's own, in ms. */
const OWN_PAUSE = 1_000

/**
 * Player actions shared by keyboard, media session and buttons. `next`, `previous`: to another episode, when it exists.
 */
export function usePlayerControls(
  video: HTMLVideoElement | null,
  {
    named,
    subtitles,
    next,
    previous,
    chapters,
    help,
  }: {
    named: NowPlaying
    subtitles: SubtitleChoice
    next: (() => void) | undefined
    previous: (() => void) | undefined
    chapters: readonly Chapter[]
    help: () => void
  },
): { seekTo: (seconds: number) => void; setRate: (rate: number) => void } {
  const player = usePlayer()
  const settings = usePlayerSettings()
  const pausedAt = useRef(Number.NEGATIVE_INFINITY)

  const play = () => void video?.play().catch(ignoring(...PLAY_ERRORS))
  const pause = () => {
    pausedAt.current = performance.now()
    video?.pause()
  }
  const seekTo = (seconds: number) => {
    if (video) video.currentTime = Math.min(Math.max(0, seconds), video.duration || Number.MAX_VALUE)
  }
  const setRate = (rate: number) => {
    setPlayerSettings({ rate })
    if (video) Object.assign(video, { defaultPlaybackRate: rate, playbackRate: rate })
  }
  useResumeAfterSleep(video, () => performance.now() - pausedAt.current < OWN_PAUSE)
  useMediaSession(video, named, { play, pause, seekTo, next, previous })
  useKeyboardShortcuts(settings.rate, {
    toggle: () => (video?.paused ? play() : pause()),
    skip: (seconds) => video && seekTo(video.currentTime + seconds),
    louder: (part) => video && player.setVolume(Math.min(1, Math.max(0, video.volume + part))),
    mute: () => player.toggleMuted(),
    fullscreen: () => void player.toggleFullscreen().catch(ignoring(...DISPLAY_ERRORS)),
    pip: () => void player.togglePictureInPicture().catch(ignoring(...DISPLAY_ERRORS)),
    subtitles: subtitles.toggle,
    delay: (steps) => subtitles.setDelay(subtitles.delay + steps * DELAY_STEP),
    rate: setRate,
    skipChapter: () => {
      const chapter = video && skippableAt(chapters, video.currentTime)
      if (chapter) seekTo(chapter.end)
    },
    next: () => next?.(),
    tenth: (tenth) => video && seekTo((video.duration * tenth) / 10),
    help,
  })
  return { seekTo, setRate }
}

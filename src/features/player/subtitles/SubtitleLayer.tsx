import { usePlayer } from '#features/player/controls/playerStore.ts'
import { usePlayerSettings } from '#features/player/controls/usePlayerSettings.ts'
import { cuesAt } from './cues.ts'
import styles from './SubtitleLayer.module.css'
import type { SubtitleState } from './useSubtitles.ts'

/**
 * The current cues over the video. Each cue has its own text direction, so that mixed Persian and Latin lines are laid
 * out correctly.
 */
export function SubtitleLayer({ track, delay }: { track: SubtitleState; delay: number }) {
  const time = usePlayer((state) => Math.round(state.currentTime * 10) / 10)
  const isRaised = usePlayer((state) => state.controlsVisible)
  const { subtitleSize, subtitleGround } = usePlayerSettings()
  if (track.state !== 'ready') return null
  const shown = cuesAt(track.cues, time - delay)
  return (
    <div
      className={styles.layer}
      data-raised={isRaised || undefined}
      data-ground={subtitleGround}
      style={{ fontSize: `calc(var(--cue) * ${subtitleSize / 100})` }}
    >
      {shown.map(({ start, text }) => (
        <p key={`${start} ${text}`} dir="auto" className={styles.cue}>
          <span>{text}</span>
        </p>
      ))}
    </div>
  )
}

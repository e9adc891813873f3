import { useId } from 'react'
import type { Subtitle } from '#contract/files.ts'
import { SUBTITLE_BACKGROUNDS, SUBTITLE_SIZES, setPlayerSettings } from '#data/areas/playerSettings.ts'
import { usePlayerSettings } from '#features/player/controls/usePlayerSettings.ts'
import { DELAY_STEP, OWN, type SubtitleChoice } from '#features/player/subtitles/useSubtitleChoice.ts'
import { readOwnFile } from '#features/player/subtitles/useSubtitles.ts'
import { playerText } from '#text/player.ts'
import { Button, buttonClass } from '#ui/controls/Button.tsx'
import { Options } from './Options.tsx'
import { PlayerPanel } from './PlayerPanel.tsx'
import styles from './SubtitlePanel.module.css'

/** Subtitle track, size, background and delay. */
export function SubtitlePanel({
  tracks,
  subtitles,
  onClose,
}: {
  tracks: Subtitle[]
  subtitles: SubtitleChoice
  onClose: () => void
}) {
  const { chosen, label, own, delay, setDelay } = subtitles
  const { state } = subtitles.track
  const fileId = useId()
  const { subtitleSize, subtitleGround } = usePlayerSettings()
  return (
    <PlayerPanel title={playerText.subtitles} onClose={onClose}>
      <Options
        label={playerText.subtitles}
        value={chosen}
        options={[
          { value: 'off', label: playerText.subtitlesOff },
          ...tracks.map(({ lang, label: name }) => ({ value: lang, label: name })),
          ...(own ? [{ value: OWN, label: <bdi>{playerText.localNamed(own.name)}</bdi> }] : []),
        ]}
        onChange={subtitles.choose}
      />
      {state !== 'none' && state !== 'ready' && state !== 'loading' && (
        <div role="alert" className={styles.alert}>
          <p>{subtitleErrorText(state, label)}</p>
          {state === 'failed' && <Button onClick={subtitles.retry}>{playerText.subtitlesRetry}</Button>}
        </div>
      )}
      <div className={styles.own}>
        <label htmlFor={fileId} className={buttonClass('quiet')}>
          {playerText.localSubtitles}
        </label>
        <input
          id={fileId}
          type="file"
          accept=".srt,.vtt,text/vtt,application/x-subrip"
          className={styles.file}
          onChange={async ({ target }) => {
            const [file] = target.files ?? []
            // Allows choosing the same file again after the user corrected it.
            target.value = ''
            if (file) subtitles.addOwnFile(await readOwnFile(file))
          }}
        />
      </div>
      <Options
        label={playerText.subtitlesSize}
        value={subtitleSize}
        options={SUBTITLE_SIZES.map((value) => ({ value, label: playerText.hundredths(value) }))}
        onChange={(size) => setPlayerSettings({ subtitleSize: size })}
      />
      <Options
        label={playerText.subtitlesGround}
        value={subtitleGround}
        options={SUBTITLE_BACKGROUNDS.map((value) => ({ value, label: playerText.grounds[value] }))}
        onChange={(ground) => setPlayerSettings({ subtitleGround: ground })}
      />
      <fieldset className={styles.delay}>
        <legend>{playerText.subtitlesDelay}</legend>
        <button type="button" aria-label={playerText.earlier} onClick={() => setDelay(delay - DELAY_STEP)}>
          −
        </button>
        <output aria-live="polite">{playerText.delayOf(delay)}</output>
        <button type="button" aria-label={playerText.later} onClick={() => setDelay(delay + DELAY_STEP)}>
          +
        </button>
        {delay !== 0 && (
          <Button look="plain" onClick={() => setDelay(0)}>
            {playerText.delayReset}
          </Button>
        )}
      </fieldset>
    </PlayerPanel>
  )
}

/** The error message for a subtitle track that could not be loaded. */
export function subtitleErrorText(state: 'failed' | 'broken' | 'large', label: string): string {
  if (state === 'large') return playerText.subtitlesTooLarge
  return state === 'broken' ? playerText.subtitlesBroken(label) : playerText.subtitlesFailed(label)
}

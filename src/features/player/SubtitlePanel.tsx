import { useId } from 'react'
import type { Subtitle } from '#contract/files.ts'
import { SUBTITLE_GROUNDS, SUBTITLE_SIZES, setPlayerSettings } from '#data/playerSettings.ts'
import { playerText } from '#text/player.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Options } from './Options.tsx'
import { Panel } from './Panel.tsx'
import styles from './SubtitlePanel.module.css'
import { OWN } from './useChosenSubtitles.ts'
import { usePlayerSettings } from './usePlayerSettings.ts'
import { type OwnFile, readOwnFile, type Words } from './useSubtitles.ts'

/** A step of the delay, in seconds. */
export const DELAY_STEP = 0.5

/** Which subtitles, how large, on what, and when. */
export function SubtitlePanel({
  subtitles,
  chosen,
  own,
  words,
  delay,
  onChoose,
  onOwn,
  onDelay,
  onRetry,
  onClose,
}: {
  subtitles: Subtitle[]
  /** a language, `off`, or `own` */
  chosen: string
  own: OwnFile | undefined
  words: Words
  delay: number
  onChoose: (chosen: string) => void
  onOwn: (file: OwnFile) => void
  onDelay: (delay: number) => void
  onRetry: () => void
  onClose: () => void
}) {
  const fileId = useId()
  const { subtitleSize, subtitleGround } = usePlayerSettings()
  const label = chosen === OWN ? (own?.name ?? '') : (subtitles.find(({ lang }) => lang === chosen)?.label ?? '')
  return (
    <Panel title={playerText.subtitles} onClose={onClose}>
      <Options
        label={playerText.subtitles}
        value={chosen}
        options={[
          { value: 'off', label: playerText.subtitlesOff },
          ...subtitles.map(({ lang, label: name }) => ({ value: lang, label: name })),
          ...(own ? [{ value: OWN, label: <bdi>{playerText.localNamed(own.name)}</bdi> }] : []),
        ]}
        onChange={onChoose}
      />
      {words.state !== 'none' && words.state !== 'ready' && words.state !== 'loading' && (
        <div role="alert" className={styles.alert}>
          <p>{wordsOf(words.state, label)}</p>
          {words.state === 'failed' && <Button onClick={onRetry}>{playerText.subtitlesRetry}</Button>}
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
            // The same file may be chosen again once it is mended.
            target.value = ''
            if (file) onOwn(await readOwnFile(file))
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
        options={SUBTITLE_GROUNDS.map((value) => ({ value, label: playerText.grounds[value] }))}
        onChange={(ground) => setPlayerSettings({ subtitleGround: ground })}
      />
      <fieldset className={styles.delay}>
        <legend>{playerText.subtitlesDelay}</legend>
        <button type="button" aria-label={playerText.earlier} onClick={() => onDelay(delay - DELAY_STEP)}>
          −
        </button>
        <output aria-live="polite">{playerText.delayOf(delay)}</output>
        <button type="button" aria-label={playerText.later} onClick={() => onDelay(delay + DELAY_STEP)}>
          +
        </button>
        {delay !== 0 && (
          <Button look="plain" onClick={() => onDelay(0)}>
            {playerText.delayReset}
          </Button>
        )}
      </fieldset>
    </Panel>
  )
}

/** What is wrong with a subtitle, for people. */
export function wordsOf(state: 'failed' | 'broken' | 'large', label: string): string {
  if (state === 'large') return playerText.subtitlesTooLarge
  return state === 'broken' ? playerText.subtitlesBroken(label) : playerText.subtitlesFailed(label)
}

import { Link } from '@tanstack/react-router'
import { type Watch, watchKey } from '#contract/watch.ts'
import { RATES, setPlayerSettings } from '#data/areas/playerSettings.ts'
import { usePlayerSettings } from '#features/player/controls/usePlayerSettings.ts'
import type { Engine } from '#features/player/engine/hlsEngine.ts'
import type { StreamState } from '#features/player/engine/streamState.ts'
import { persianDigits } from '#text/format.ts'
import { playerText } from '#text/player.ts'
import { isDataSaverOn } from '#ui/browser/dataSaver.ts'
import { Switch } from '#ui/controls/Switch.tsx'
import optionStyles from './Options.module.css'
import { Options } from './Options.tsx'
import { PlayerPanel } from './PlayerPanel.tsx'

/** Quality, audio track, version and speed. */
export function SettingsPanel({
  watch,
  stream,
  engine,
  onRate,
  onClose,
}: {
  /** undefined for a trailer */
  watch: Watch | undefined
  stream: StreamState
  engine: Engine | undefined
  onRate: (rate: number) => void
  onClose: () => void
}) {
  const { rate, playsOn } = usePlayerSettings()
  const { qualities, chosen, shown, audioTracks, audioTrack } = stream
  const auto = isDataSaverOn()
    ? playerText.autoFrugal
    : shown !== undefined && chosen === 'auto'
      ? playerText.autoNow(shown)
      : playerText.auto
  return (
    <PlayerPanel title={playerText.settings} onClose={onClose}>
      {qualities.length > 0 && (
        <Options
          label={playerText.quality}
          value={chosen}
          options={[
            { value: 'auto', label: auto },
            ...qualities.map(({ name }) => ({ value: name, label: persianDigits(name) })),
          ]}
          onChange={(quality) => {
            setPlayerSettings({ quality })
            engine?.chooseQuality(quality)
          }}
        />
      )}
      {audioTracks.length > 1 && (
        <Options
          label={playerText.voice}
          value={audioTrack}
          options={audioTracks.map(({ id, label }) => ({ value: id, label }))}
          onChange={(id) => engine?.chooseAudioTrack(id)}
        />
      )}
      {watch && watch.versions.length > 1 && <Versions watch={watch} onClose={onClose} />}
      <Options
        label={playerText.rate}
        value={rate}
        options={RATES.map((value) => ({ value, label: playerText.rateOf(value) }))}
        onChange={onRate}
      />
      {watch?.episode && (
        <Switch
          label={playerText.playsOn}
          checked={playsOn}
          onChange={(checked) => setPlayerSettings({ playsOn: checked })}
        />
      )}
    </PlayerPanel>
  )
}

/** Versions in other languages are other files with their own address, so these are links. */
function Versions({ watch, onClose }: { watch: Watch; onClose: () => void }) {
  return (
    <nav className={optionStyles.options} aria-label={playerText.version}>
      <p className={optionStyles.label}>{playerText.version}</p>
      <div className={optionStyles.chips}>
        {watch.versions.map(({ language, fileId }) => (
          <Link
            key={fileId}
            to="/watch/$imdb/$id"
            params={{ imdb: watchKey(watch.title), id: String(fileId) }}
            replace
            className={optionStyles.chip}
            aria-current={language === watch.language ? 'page' : undefined}
            onClick={onClose}
          >
            {playerText.languages[language]}
          </Link>
        ))}
      </div>
    </nav>
  )
}

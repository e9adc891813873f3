import type { Subtitle } from '#contract/files.ts'
import type { Watch } from '#contract/watch.ts'
import type { PanelName } from '#features/player/controls/ControlBar.tsx'
import type { Engine } from '#features/player/engine/hlsEngine.ts'
import type { StreamState } from '#features/player/engine/streamState.ts'
import type { SubtitleChoice } from '#features/player/subtitles/useSubtitleChoice.ts'
import { EpisodesPanel } from './EpisodesPanel.tsx'
import { HelpPanel } from './HelpPanel.tsx'
import { SettingsPanel } from './SettingsPanel.tsx'
import { SubtitlePanel } from './SubtitlePanel.tsx'

/** Renders the open panel. */
export function Panels({
  open,
  watch,
  stream,
  engine,
  tracks,
  subtitles,
  onRate,
  onClose,
}: {
  open: PanelName | undefined
  /** undefined for a trailer */
  watch: Watch | undefined
  stream: StreamState
  engine: Engine | undefined
  tracks: Subtitle[]
  subtitles: SubtitleChoice
  onRate: (rate: number) => void
  onClose: () => void
}) {
  if (open === 'settings')
    return <SettingsPanel watch={watch} stream={stream} engine={engine} onRate={onRate} onClose={onClose} />
  if (open === 'subtitles') return <SubtitlePanel tracks={tracks} subtitles={subtitles} onClose={onClose} />
  if (open === 'episodes' && watch?.episode)
    return <EpisodesPanel card={watch.title} current={watch.episode} onClose={onClose} />
  return open === 'help' ? <HelpPanel onClose={onClose} /> : null
}

import type { Subtitle } from '#contract/files.ts'
import type { Watch } from '#contract/watch.ts'
import { EpisodesPanel } from './EpisodesPanel.tsx'
import { HelpPanel } from './HelpPanel.tsx'
import type { Engine } from './hlsEngine.ts'
import { SettingsPanel } from './SettingsPanel.tsx'
import { SubtitlePanel } from './SubtitlePanel.tsx'
import type { StreamState } from './streamState.ts'
import type { PanelName } from './Transport.tsx'
import type { ChosenSubtitles } from './useChosenSubtitles.ts'

/** The sheet that is open over the film, if one is. */
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
  /** nothing of a trailer */
  watch: Watch | undefined
  stream: StreamState
  engine: Engine | undefined
  tracks: Subtitle[]
  subtitles: ChosenSubtitles
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

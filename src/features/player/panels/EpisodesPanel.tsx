import type { TitleCard } from '#contract/titleCards.ts'
import type { WatchEpisode } from '#contract/watch.ts'
import { playerText } from '#text/player.ts'
import { EpisodeRows } from './EpisodeRows.tsx'
import { PlayerPanel } from './PlayerPanel.tsx'

/** The episode list in a panel over the video. */
export function EpisodesPanel(props: { card: TitleCard; current: WatchEpisode; onClose: () => void }) {
  return (
    <PlayerPanel title={playerText.episodes} onClose={props.onClose}>
      <EpisodeRows card={props.card} current={props.current} onChosen={props.onClose} />
    </PlayerPanel>
  )
}

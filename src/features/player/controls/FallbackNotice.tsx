import { useEffect, useState } from 'react'
import type { StreamState } from '#features/player/engine/streamState.ts'
import { subtitleErrorText } from '#features/player/panels/SubtitlePanel.tsx'
import type { SubtitleChoice } from '#features/player/subtitles/useSubtitleChoice.ts'
import type { SubtitleState } from '#features/player/subtitles/useSubtitles.ts'
import { playerText } from '#text/player.ts'
import { Button } from '#ui/controls/Button.tsx'
import type { PanelName } from './ControlBar.tsx'
import styles from './FallbackNotice.module.css'
import { usePlayer } from './playerStore.ts'

/** How long the notice stays over a playing video, in ms. The panels show the same text permanently. */
const STAYS = 12_000

/**
 * Tells the user when the played quality or subtitle differs from the requested one, and links to the alternative.
 * `quality`: the quality named in the address.
 */
export function FallbackNotice({
  stream: { phase, qualities },
  quality,
  subtitles,
  onPanel,
}: {
  stream: StreamState
  quality: string | null
  subtitles: SubtitleChoice
  onPanel: (name: PanelName) => void
}) {
  const isKnown = phase === 'open' && qualities.length > 0
  const missing = isKnown && qualities.every(({ name }) => name !== quality) ? quality : null
  const trouble = troubleOf(subtitles.words)
  const words =
    trouble !== undefined
      ? subtitleErrorText(trouble, subtitles.label)
      : missing === null
        ? undefined
        : playerText.noQuality(missing)
  const wasSaid = useWasShownLongEnough(words)
  if (words === undefined || wasSaid) return null
  return (
    <div className={styles.notice} data-aside>
      <p role="status">{words}</p>
      <Button look="plain" onClick={() => onPanel(trouble === undefined ? 'settings' : 'subtitles')}>
        {trouble === undefined ? playerText.otherQuality : playerText.otherSubtitles}
      </Button>
    </div>
  )
}

function troubleOf({ state }: SubtitleState): 'failed' | 'broken' | 'large' | undefined {
  return state === 'failed' || state === 'broken' || state === 'large' ? state : undefined
}

/** Returns whether the text has been shown for `STAYS` ms. */
function useWasShownLongEnough(words: string | undefined): boolean {
  const runs = usePlayer((state) => state.started)
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    if (words === undefined || !runs) return
    const timer = setTimeout(() => setSaid(words), STAYS)
    return () => clearTimeout(timer)
  }, [words, runs])
  return said !== undefined && said === words
}

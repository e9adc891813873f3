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
const SHOWN_FOR = 12_000

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
  const subtitleFailure = subtitleFailureOf(subtitles.track)
  const text =
    subtitleFailure !== undefined
      ? subtitleErrorText(subtitleFailure, subtitles.label)
      : missing === null
        ? undefined
        : playerText.noQuality(missing)
  const wasShown = useWasShownLongEnough(text)
  if (text === undefined || wasShown) return null
  return (
    <div className={styles.notice} data-notice>
      <p role="status">{text}</p>
      <Button look="plain" onClick={() => onPanel(subtitleFailure === undefined ? 'settings' : 'subtitles')}>
        {subtitleFailure === undefined ? playerText.otherQuality : playerText.otherSubtitles}
      </Button>
    </div>
  )
}

function subtitleFailureOf({ state }: SubtitleState): 'failed' | 'broken' | 'large' | undefined {
  return state === 'failed' || state === 'broken' || state === 'large' ? state : undefined
}

/** Returns whether the text has been shown for `SHOWN_FOR` ms. */
function useWasShownLongEnough(text: string | undefined): boolean {
  const started = usePlayer((state) => state.started)
  const [shownText, setShownText] = useState<string>()
  useEffect(() => {
    if (text === undefined || !started) return
    const timer = setTimeout(() => setShownText(text), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [text, started])
  return shownText !== undefined && shownText === text
}

import { playerText } from '#text/player.ts'
import styles from './Aside.module.css'
import { wordsOf } from './SubtitlePanel.tsx'
import type { StreamState } from './streamState.ts'
import type { ChosenSubtitles } from './useChosenSubtitles.ts'
import type { Words } from './useSubtitles.ts'

/** What is not as it was asked for, though the film plays. `quality`: what the address asks for. */
export function Aside({
  stream: { phase, qualities },
  quality,
  subtitles,
}: {
  stream: StreamState
  quality: string | null
  subtitles: ChosenSubtitles
}) {
  const isKnown = phase === 'open' && qualities.length > 0
  const missing = isKnown && qualities.every(({ name }) => name !== quality) ? quality : null
  const trouble = troubleOf(subtitles.words)
  if (missing === null && trouble === undefined) return null
  return (
    <p className={styles.aside} role="status">
      {trouble === undefined ? playerText.noQuality(missing ?? '') : wordsOf(trouble, subtitles.label)}
    </p>
  )
}

function troubleOf({ state }: Words): 'failed' | 'broken' | 'large' | undefined {
  return state === 'failed' || state === 'broken' || state === 'large' ? state : undefined
}

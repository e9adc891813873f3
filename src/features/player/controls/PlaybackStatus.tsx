import { useEffect, useState } from 'react'
import { useOnline } from '#data/react/readHooks.ts'
import type { Engine } from '#features/player/engine/hlsEngine.ts'
import type { StreamState } from '#features/player/engine/streamState.ts'
import { playerText } from '#text/player.ts'
import { Button } from '#ui/controls/Button.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import styles from './PlaybackStatus.module.css'
import { usePlayer } from './playerStore.ts'

/** Delays before the buffering indicator and its explanation appear, in ms. */
const SPINNER_DELAY = 500
const EXPLANATION_DELAY = 4_000

/** The playback status: why the video is buffering, and the actions that may help. */
export function PlaybackStatus({ stream, engine }: { stream: StreamState; engine: Engine | undefined }) {
  const waits = usePlayer((state) => state.waiting && !state.paused)
  const started = usePlayer((state) => state.started)
  const ahead = usePlayer((state) => bufferedAhead(state.buffered, state.currentTime))
  const online = useOnline()
  const { failure, isStuck, phase } = stream
  const isOpening = phase === 'opening' && failure === undefined
  const isStalled = waits || isStuck || isOpening || (failure !== undefined && !started)
  const lasting = useStallDuration(isStalled)
  if (phase === 'refused') return null

  const silence = online ? playerText.troubles.silent : playerText.troubles.offline
  const why = failure && (failure === 'offline' ? silence : playerText.troubles[failure])
  if (isStalled && lasting !== 'no') {
    const text = why ?? (isOpening ? playerText.opening : lasting === 'long' ? playerText.slow : playerText.filling)
    return (
      <div className={styles.overlay} data-status>
        <span className={styles.ring}>{!isStuck && <Spinner />}</span>
        <p role="status" className={styles.text}>
          {text}
          {isStuck && <span className={styles.note}>{playerText.stuckNote}</span>}
        </p>
        {(isStuck || failure !== undefined) && (
          <div className={styles.actions}>
            <Button onClick={engine?.retry}>{playerText.retry}</Button>
            {isStuck && (
              <Button look="solid" onClick={engine?.skipGap}>
                {playerText.stepOver}
              </Button>
            )}
          </div>
        )}
      </div>
    )
  }
  if (why === undefined || failure === 'link') return null
  // Still playing from the buffer: shows one line with the remaining seconds.
  return (
    <p role="status" className={styles.line}>
      {why}
      {ahead >= 1 && <span className={styles.note}>{playerText.ahead(Math.floor(ahead))}</span>}
    </p>
  )
}

/** Returns the seconds buffered ahead of the position. */
function bufferedAhead(buffered: [number, number][], time: number): number {
  const range = buffered.find(([start, end]) => start <= time + 0.2 && time < end)
  return range ? range[1] - time : 0
}

function useStallDuration(isStalled: boolean): 'no' | 'soon' | 'long' {
  const [lasting, setLasting] = useState<'no' | 'soon' | 'long'>('no')
  useEffect(() => {
    if (!isStalled) return
    const soon = setTimeout(() => setLasting('soon'), SPINNER_DELAY)
    const long = setTimeout(() => setLasting('long'), EXPLANATION_DELAY)
    return () => {
      clearTimeout(soon)
      clearTimeout(long)
      setLasting('no')
    }
  }, [isStalled])
  return lasting
}

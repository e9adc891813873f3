import { Gesture, SeekIndicator } from '@videojs/react'
import { playerText } from '#text/player.ts'
import { SKIP } from './ControlBar.tsx'
import styles from './Gestures.module.css'

/**
 * Touch gestures on the video and their visual feedback. Left seeks back and right seeks forward, in every text
 * direction.
 */
export function Gestures() {
  return (
    <>
      <Gesture type="tap" pointer="mouse" action="togglePaused" />
      <Gesture type="doubletap" pointer="mouse" action="toggleFullscreen" />
      <Gesture type="doubletap" pointer="touch" region="left" action="seekStep" value={-SKIP} />
      <Gesture type="doubletap" pointer="touch" region="right" action="seekStep" value={SKIP} />
      <SeekIndicator.Root className={styles.skipped}>
        <SeekIndicator.Value
          className={styles.skippedValue}
          render={(props, { direction, value }) => (
            <div {...props}>
              {playerText.skipped((direction === 'forward' ? 1 : -1) * Number.parseInt(value ?? `${SKIP}`, 10))}
            </div>
          )}
        />
      </SeekIndicator.Root>
    </>
  )
}

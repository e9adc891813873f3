import { Gesture, SeekIndicator } from '@videojs/react'
import { playerText } from '#text/player.ts'
import { SKIP } from './ControlBar.tsx'
import styles from './Gestures.module.css'

/**
 * What a hand does on the film itself, and what is seen of it. Left is back and right is ahead, as the film runs, whichever
 * way the page is read.
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

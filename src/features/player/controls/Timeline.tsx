import { Slider, TimeSlider } from '@videojs/react'
import { clockTime } from '#text/format.ts'
import { usePlayer } from './playerStore.ts'
import styles from './Timeline.module.css'
import type { Thumbnail } from './thumbnails.ts'

/** Keys on the timeline move so far, in seconds. */
const STEP = 5
const LARGE_STEP = 60

/** The film from its beginning on the left to its end: what has played, what is here, and what one points at. */
export function Timeline({ shots }: { shots: Thumbnail[] }) {
  const buffered = usePlayer((state) => state.buffered)
  const duration = usePlayer((state) => state.duration)
  return (
    <TimeSlider.Root className={styles.slider} step={STEP} largeStep={LARGE_STEP}>
      <TimeSlider.Track className={styles.track}>
        {duration > 0 &&
          buffered.map(([start, end]) => (
            <span
              key={start}
              className={styles.buffered}
              style={{ left: `${(start / duration) * 100}%`, width: `${((end - start) / duration) * 100}%` }}
            />
          ))}
        <TimeSlider.Fill className={styles.fill} />
      </TimeSlider.Track>
      <TimeSlider.Thumb className={styles.thumb} />
      <TimeSlider.Preview className={styles.preview}>
        {shots.length > 0 && (
          <Slider.Thumbnail.Root thumbnails={shots} className={styles.thumbnail}>
            <Slider.Thumbnail.Image crossOrigin="anonymous" className={styles.picture} />
          </Slider.Thumbnail.Root>
        )}
        <TimeSlider.Value type="pointer" format={clockTime} className={styles.time} />
      </TimeSlider.Preview>
    </TimeSlider.Root>
  )
}

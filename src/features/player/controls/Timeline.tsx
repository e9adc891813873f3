import { Slider, TimeSlider } from '@videojs/react'
import type { Chapter } from '#contract/files.ts'
import { clockTime } from '#text/format.ts'
import { usePlayer } from './playerStore.ts'
import styles from './Timeline.module.css'
import type { Thumbnail } from './thumbnails.ts'

/** Arrow keys and page keys seek by these many seconds. */
const STEP = 5
const LARGE_STEP = 60

/** The scrubber: played and buffered ranges, the starts of chapters, and a thumbnail at the pointer. */
export function Timeline({ shots, chapters }: { shots: Thumbnail[]; chapters: Chapter[] }) {
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
        {duration > 0 &&
          chapters
            .filter(({ start }) => start > 0)
            .map(({ start }) => (
              <span key={start} className={styles.chapter} style={{ left: `${(start / duration) * 100}%` }} />
            ))}
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

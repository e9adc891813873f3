import type { Chapter } from '#contract/files.ts'
import { playerText } from '#text/player.ts'
import { Button } from '#ui/controls/Button.tsx'
import { usePlayer } from './playerStore.ts'
import styles from './SkipChapter.module.css'

/** Shorter rests of a chapter are not worth a button, in seconds. */
const MIN_REST = 2

/** The chapter at a position that can be skipped: an intro or a recap. */
export function skippableAt(chapters: readonly Chapter[], seconds: number): Chapter | undefined {
  return chapters.find(
    ({ kind, start, end }) => (kind === 'intro' || kind === 'recap') && seconds >= start && seconds < end - MIN_REST,
  )
}

/** Offers to skip the intro or the recap that is playing. */
export function SkipChapter({ chapters, onSkip }: { chapters: Chapter[]; onSkip: (to: number) => void }) {
  const chapter = usePlayer(({ currentTime }) => skippableAt(chapters, currentTime))
  if (!chapter) return null
  return (
    <div className={styles.skip}>
      <Button onClick={() => onSkip(chapter.end)}>
        {chapter.kind === 'recap' ? playerText.skipRecap : playerText.skipIntro}
      </Button>
    </div>
  )
}

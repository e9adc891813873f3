import { memo } from 'react'
import type { Watched } from '#data/history.ts'
import { isWatched, watchedPart } from '#data/watchedPart.ts'
import { PendingMark } from '#parts/PendingMark.tsx'
import { TitleLine } from '#parts/TitleLine.tsx'
import { historyText } from '#text/history.ts'
import { TrashIcon } from '#ui/icons.tsx'
import styles from './WatchedItem.module.css'

/** Something watched: how far, and the way to take it off. The line leads to the title, where it goes on. */
export const WatchedItem = memo(function WatchedItem({
  item,
  outOfReach,
  onRemove,
}: {
  item: Watched
  /** There is no network, and its page was never opened here. */
  outOfReach: boolean
  /** Must stay the same function, or every item is drawn anew. */
  onRemove: (item: Watched) => void
}) {
  const { title } = item
  return (
    <TitleLine
      card={title}
      state={{ saved: undefined, outOfReach }}
      progress={watchedPart(item)}
      note={
        <>
          <span>{progressWords(item)}</span>
          {item.pending && <PendingMark />}
        </>
      }
      end={
        <button
          type="button"
          className={styles.remove}
          aria-label={historyText.remove(title.titleFa || title.titleEn)}
          onClick={() => onRemove(item)}
        >
          <TrashIcon size={20} />
        </button>
      }
    />
  )
})

/** «۳ قسمت دیده‌شده · ۱۲ دقیقه مانده» */
function progressWords(item: Watched): string {
  const ended = item.episodes.filter(isWatched).length
  return historyText.facts([item.title.type === 'series' && ended > 0 && historyText.episodes(ended), restWords(item)])
}

function restWords(item: Watched): string {
  if (isWatched(item)) return historyText.ended
  if (watchedPart(item) === undefined) return historyText.begun
  return historyText.left(Math.max(1, Math.round((item.duration - item.position) / 60)))
}

import { memo } from 'react'
import type { Watched } from '#data/areas/history.ts'
import { markOf, type PartProgress, partProgress, watchedEpisodes } from '#data/areas/watchedParts.ts'
import { PendingMark } from '#parts/actions/PendingMark.tsx'
import { TitleListItem } from '#parts/cards/TitleListItem.tsx'
import { PlayLink } from '#parts/navigation/PlayLink.tsx'
import { historyText } from '#text/history.ts'
import { playText } from '#text/play.ts'
import icon from '#ui/controls/IconButton.module.css'
import { PlayIcon, TrashIcon } from '#ui/icons/icons.tsx'

/** A history entry with its progress and a remove button. The row links to the title, where playback continues. */
export const WatchedItem = memo(function WatchedItem({
  item,
  light,
  outOfReach,
  onRemove,
}: {
  item: Watched
  /** Renders text only. */
  light: boolean
  /** Offline, and its page is not cached. */
  outOfReach: boolean
  /** Must be a stable function, because items are memoized. */
  onRemove: (item: Watched) => void
}) {
  const { title } = item
  const name = title.titleFa || title.titleEn
  const last = partProgress(item, item.episodeId)
  const playId = playIdOf(item, last)
  return (
    <TitleListItem
      card={title}
      light={light}
      state={{ saved: undefined, outOfReach }}
      progress={last.fraction}
      note={
        <>
          <span>{progressText(item, last)}</span>
          {item.pending && <PendingMark />}
        </>
      }
      end={
        <>
          {playId !== undefined && (
            <PlayLink
              title={title}
              id={playId}
              className={icon.filled}
              label={(last.resume === undefined ? playText.playOf : playText.resumeOf)(name)}
            >
              <PlayIcon size={22} />
            </PlayLink>
          )}
          <button
            type="button"
            className={icon.icon}
            aria-label={historyText.remove(name)}
            onClick={() => onRemove(item)}
          >
            <TrashIcon size={20} />
          </button>
        </>
      }
    />
  )
})

/** Continues a film or an episode; the title page knows the episode after a watched one. */
function playIdOf(item: Watched, { isWatched }: PartProgress): number | undefined {
  if (item.title.type !== 'series') return item.fileId ?? item.titleId
  return isWatched ? undefined : (item.fileId ?? item.episodeId ?? undefined)
}

/** «۱۲ دقیقه مانده، ۳ قسمت دیده‌شده»: the part that must fit a narrow screen comes first. */
function progressText(item: Watched, last: PartProgress): string {
  const count = item.title.type === 'series' ? watchedEpisodes(item).length : 0
  return historyText.facts([remainingText(item, last), count > 0 && historyText.episodes(count)])
}

/** Undefined for a series of which episodes were marked and none was played. */
function remainingText(item: Watched, last: PartProgress): string | undefined {
  const { isWatched, isMarked, fraction, resume } = last
  const mark = markOf(item, item.episodeId)
  if (isWatched && resume === undefined) return isMarked ? historyText.marked : historyText.ended
  if (!mark) return item.title.type === 'series' ? undefined : historyText.begun
  if (fraction === undefined) return historyText.begun
  return historyText.left(Math.max(1, Math.round((mark.duration - mark.position) / 60)))
}
